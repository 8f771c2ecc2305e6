// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The delay that only a share of the first attempts outlasts, learned from the latest calls.
 *
 * <p>Two windows are kept, the one that fills and the full one before, so that what was learned is
 * forgotten after two windows. Each holds at least fifty calls of the slowest share.
 *
 * <p>Each call counts once, with its first attempt. One that was cancelled since another won counts
 * with its age then: how long it would have taken nobody knows, but it was slower than the delay,
 * and that is all that the quantile needs. Left out, the slowest calls would be missing, the delay
 * would come out too short, and shorter each time.
 */
final class LearnedDelay {
  private static final VarHandle WINDOWS;

  static {
    try {
      WINDOWS = MethodHandles.lookup().findVarHandle(LearnedDelay.class, "windows", Windows.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int MIN_CALLS = 100;
  private static final int CALLS_BETWEEN_UPDATES = 20;
  private static final int MIN_WINDOW_CALLS = 1_000;
  private static final int SLOWEST_IN_WINDOW = 50;
  private static final int SLOWEST_AT_FIRST = 5;
  private static final long MIN_DELAY_NANOS = 1_000_000;

  private final double slowestRatio;
  private final int callsAtFirst;
  private final int windowCalls;

  private volatile Windows windows = new Windows(new LatencyWindow(), new LatencyWindow());
  private volatile long delayNanos;

  /** The window that fills, and the one before. */
  private record Windows(LatencyWindow current, LatencyWindow previous) {
    Windows next() {
      return new Windows(new LatencyWindow(), current);
    }
  }

  LearnedDelay(double slowestRatio, long initialNanos) {
    this.slowestRatio = slowestRatio;
    this.callsAtFirst = Math.max(MIN_CALLS, (int) Math.ceil(SLOWEST_AT_FIRST / slowestRatio));
    this.windowCalls =
        Math.max(MIN_WINDOW_CALLS, (int) Math.ceil(SLOWEST_IN_WINDOW / slowestRatio));
    this.delayNanos = initialNanos;
  }

  long nanos() {
    return delayNanos;
  }

  void observe(long nanos) {
    Windows seen = windows;
    int calls = seen.current().add(nanos);
    boolean known = calls >= callsAtFirst || seen.previous().total() > 0;
    if (known && calls % CALLS_BETWEEN_UPDATES == 0) {
      long quantile = LatencyWindow.quantileNanos(seen.current(), seen.previous(), slowestRatio);
      delayNanos = Math.max(MIN_DELAY_NANOS, quantile);
    }
    if (calls >= windowCalls) {
      WINDOWS.compareAndSet(this, seen, seen.next());
    }
  }
}
