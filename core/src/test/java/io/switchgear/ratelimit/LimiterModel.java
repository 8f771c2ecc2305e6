// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import java.math.BigInteger;
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
    long longest = Math.min(maxWaitNanos, supply.longestWaitNanos());
    boolean waits = waiters.size() < maxWaiting && waitNanos(permits) <= longest;
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

    /** How long a newcomer may have to wait at most to be let in. */
    default long longestWaitNanos() {
      return Long.MAX_VALUE;
    }
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

  /** A pipe that is busy for an interval for each permit. */
  static final class Pipe implements Supply {
    private final int capacity;
    private final long interval;
    private long busy;

    Pipe(int capacity, long interval) {
      this.capacity = capacity;
      this.interval = interval;
    }

    @Override
    public Supply copy() {
      Pipe copy = new Pipe(capacity, interval);
      copy.busy = busy;
      return copy;
    }

    @Override
    public long advance(long nanos) {
      busy = Math.max(0, busy - nanos);
      return nanos;
    }

    @Override
    public long waitNanos(int permits) {
      return busy;
    }

    @Override
    public void take(int permits) {
      busy += permits * interval;
    }

    @Override
    public int remaining() {
      return busy == 0 ? 1 : 0;
    }

    @Override
    public long longestWaitNanos() {
      return capacity * interval;
    }
  }

  /** Remembers each permit and counts them anew for each question. */
  abstract static class Recount implements Supply {
    final int limit;
    final long length;
    final List<Long> taken = new ArrayList<>();
    long now;

    Recount(int limit, long length) {
      this.limit = limit;
      this.length = length;
    }

    abstract Recount empty();

    /** Whether permits could be taken at a time if none had been taken since. */
    abstract boolean fits(long at, int permits);

    final long count(long from, long until) {
      return taken.stream().filter(time -> time >= from && time < until).count();
    }

    @Override
    public final Supply copy() {
      Recount copy = empty();
      copy.taken.addAll(taken);
      copy.now = now;
      return copy;
    }

    @Override
    public final long advance(long nanos) {
      now += nanos;
      // Nothing counts any more that is so old.
      taken.removeIf(time -> time < now - 2 * length);
      return nanos;
    }

    /** Once they fit they do so for ever, so the first such moment is between two guesses. */
    @Override
    public final long waitNanos(int permits) {
      long tooEarly = -1;
      long late = 2 * length;
      while (late - tooEarly > 1) {
        long middle = (tooEarly + late) / 2;
        if (fits(now + middle, permits)) {
          late = middle;
        } else {
          tooEarly = middle;
        }
      }
      return late;
    }

    @Override
    public final void take(int permits) {
      for (int i = 0; i < permits; i++) {
        taken.add(now);
      }
    }

    @Override
    public final int remaining() {
      int permits = 0;
      while (permits < limit && fits(now, permits + 1)) {
        permits++;
      }
      return permits;
    }
  }

  /** The last window's permits count in full. */
  static final class Log extends Recount {
    Log(int limit, long length) {
      super(limit, length);
    }

    @Override
    Recount empty() {
      return new Log(limit, length);
    }

    @Override
    boolean fits(long at, int permits) {
      return count(at - length + 1, at + 1) + permits <= limit;
    }
  }

  /** The permits of the window before count by the share of it that the moving window covers. */
  static final class Counters extends Recount {
    Counters(int limit, long length) {
      super(limit, length);
    }

    @Override
    Recount empty() {
      return new Counters(limit, length);
    }

    @Override
    boolean fits(long at, int permits) {
      long edge = at / length * length;
      BigInteger before =
          BigInteger.valueOf(count(edge - length, edge))
              .multiply(BigInteger.valueOf(edge + length - at));
      BigInteger room =
          BigInteger.valueOf(limit - permits - count(edge, at + 1))
              .multiply(BigInteger.valueOf(length));
      return before.compareTo(room) <= 0;
    }
  }
}
