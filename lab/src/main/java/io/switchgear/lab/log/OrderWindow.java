// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Puts calls in the order of their beginnings, as far as they aren't too far apart: a log that
 * stamps ends has a long call behind the short ones that began after it.
 */
final class OrderWindow {
  private static final int MAX_HELD = 100_000;

  private final long windowNanos;
  private final Consumer<LoggedCall> next;
  private final PriorityQueue<Held> held = new PriorityQueue<>();
  private long taken;
  private long newestNanos;
  private long releasedNanos = Long.MIN_VALUE;
  private long late;

  OrderWindow(Duration window, Consumer<LoggedCall> next) {
    this.windowNanos = window.toNanos();
    this.next = next;
  }

  void add(LoggedCall call) {
    held.add(new Held(call, taken++));
    newestNanos = Math.max(newestNanos, call.startNanos());
    release(newestNanos - windowNanos, MAX_HELD);
  }

  /** Releases all that is left. */
  void end() {
    release(Long.MAX_VALUE, 0);
  }

  /** How many calls came too late to be put in order. */
  long late() {
    return late;
  }

  private void release(long beforeNanos, int keep) {
    Held first = held.peek();
    while (first != null && (first.call.startNanos() <= beforeNanos || held.size() > keep)) {
      held.remove();
      LoggedCall call = first.call.notBefore(releasedNanos);
      late += call.startNanos() > first.call.startNanos() ? 1 : 0;
      releasedNanos = call.startNanos();
      next.accept(call);
      first = held.peek();
    }
  }

  /** Calls that began at the same time stay in the order of the log. */
  private record Held(LoggedCall call, long place) implements Comparable<Held> {
    @Override
    public int compareTo(Held other) {
      int byStart = Long.compare(call.startNanos(), other.call.startNanos());
      return byStart == 0 ? Long.compare(place, other.place) : byStart;
    }
  }
}
