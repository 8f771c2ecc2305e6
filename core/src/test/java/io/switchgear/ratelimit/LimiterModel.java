// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.util.ArrayList;
import java.util.List;

/** A rate limiter with its line of waiters, in the plainest way: it steps from event to event. */
final class LimiterModel {
  private final List<Waiter> waiters = new ArrayList<>();
  private final List<Integer> served = new ArrayList<>();
  private final Supply supply;
  private final int maxWaiting;

  LimiterModel(Supply supply, int maxWaiting) {
    this.supply = supply;
    this.maxWaiting = maxWaiting;
  }

  /** When a newcomer would be served: everybody before it is served first, each when it can be. */
  long waitNanos(int permits) {
    Supply future = supply.copy();
    long passed = 0;
    for (Waiter waiter : waiters) {
      passed += future.advance(future.waitNanos(waiter.permits));
      future.take(waiter.permits);
    }
    return passed + future.waitNanos(permits);
  }

  boolean tryTake(int permits) {
    boolean allowed = waitNanos(permits) == 0;
    if (allowed) {
      supply.take(permits);
    }
    return allowed;
  }

  boolean join(int id, int permits, long maxWaitNanos) {
    boolean waits = waiters.size() < maxWaiting && waitNanos(permits) <= maxWaitNanos;
    if (waits) {
      waiters.add(new Waiter(id, permits));
    }
    return waits;
  }

  void cancel(int id) {
    waiters.removeIf(waiter -> waiter.id == id);
    advance(0);
  }

  void advance(long nanos) {
    long left = nanos;
    while (!waiters.isEmpty() && supply.waitNanos(waiters.get(0).permits) <= left) {
      Waiter first = waiters.remove(0);
      left -= supply.advance(supply.waitNanos(first.permits));
      supply.take(first.permits);
      served.add(first.id);
    }
    supply.advance(left);
  }

  List<Integer> waiting() {
    return waiters.stream().map(Waiter::id).toList();
  }

  List<Integer> served() {
    return served;
  }

  int remaining() {
    return supply.remaining();
  }

  private record Waiter(int id, int permits) {}

  /** Where permits come from. */
  interface Supply {
    Supply copy();

    /** Returns the time by which it was moved. */
    long advance(long nanos);

    long waitNanos(int permits);

    void take(int permits);

    int remaining();
  }

  /** A bucket that is filled by a trickle: one permit is {@code interval} drops. */
  static final class Bucket implements Supply {
    private final long interval;
    private final long capacity;
    private long drops;

    Bucket(int burst, long interval) {
      this.interval = interval;
      this.capacity = burst * interval;
      this.drops = capacity;
    }

    @Override
    public Supply copy() {
      Bucket copy = new Bucket((int) (capacity / interval), interval);
      copy.drops = drops;
      return copy;
    }

    @Override
    public long advance(long nanos) {
      drops = Math.min(capacity, drops + nanos);
      return nanos;
    }

    @Override
    public long waitNanos(int permits) {
      return Math.max(0, permits * interval - drops);
    }

    @Override
    public void take(int permits) {
      drops -= permits * interval;
    }

    @Override
    public int remaining() {
      return (int) (drops / interval);
    }
  }

  /** A window that is emptied at each edge. */
  static final class Window implements Supply {
    private final int limit;
    private final long length;
    private long untilEdge;
    private int left;

    Window(int limit, long length) {
      this.limit = limit;
      this.length = length;
      this.untilEdge = length;
      this.left = limit;
    }

    @Override
    public Supply copy() {
      Window copy = new Window(limit, length);
      copy.untilEdge = untilEdge;
      copy.left = left;
      return copy;
    }

    @Override
    public long advance(long nanos) {
      untilEdge -= nanos;
      while (untilEdge <= 0) {
        untilEdge += length;
        left = limit;
      }
      return nanos;
    }

    @Override
    public long waitNanos(int permits) {
      return permits <= left ? 0 : untilEdge;
    }

    @Override
    public void take(int permits) {
      left -= permits;
    }

    @Override
    public int remaining() {
      return left;
    }
  }
}
