// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * The evidence of {@link SlowCallRate}: a window of the latest calls that ended, and the starts of
 * those that run. Looking for slow ones among the latter is put off until the oldest that wasn't
 * slow at the last look must have become slow.
 */
final class SlowCalls extends Evidence {
  private final SlowCallRate source;
  private final CallRate rate;
  private final long slowerThanNanos;
  private final SlowCallRate.Options options;
  private final LongWindow ended;
  private final InFlightTable running;

  /** The first look comes at once, since calls of a former rule may run. */
  private volatile long nextLookNanos;

  SlowCalls(SlowCallRate source, InFlightTable running) {
    this.source = source;
    this.rate = source.rate();
    this.slowerThanNanos = source.slowerThanNanos();
    this.options = source.options();
    this.ended = new LongWindow(source, rate);
    this.running = running;
  }

  @Override
  Object source() {
    return source;
  }

  InFlightTable running() {
    return running;
  }

  @Override
  int begin(long nowNanos) {
    int slot = running.add(nowNanos);
    if (nextLookNanos > nowNanos + slowerThanNanos) {
      nextLookNanos = nowNanos + slowerThanNanos;
    }
    return slot;
  }

  @Override
  boolean end(int slot, boolean counts, long nowNanos) {
    long start = running.remove(slot);
    boolean slow = start >= 0 && nowNanos - start >= slowerThanNanos;
    if (!counts && !(slow && options.ignored())) {
      return false;
    }
    ended.record(slow, nowNanos);
    return slow && trips(nowNanos);
  }

  @Override
  boolean overdue(long nowNanos) {
    if (!options.inFlight() || nowNanos < nextLookNanos) {
      return false;
    }
    // A call that begins during this look is due no earlier than this.
    long next = nowNanos + slowerThanNanos;
    long oldest = running.oldestYoungerThan(slowerThanNanos, nowNanos);
    nextLookNanos = oldest == Long.MAX_VALUE ? next : Math.min(next, oldest + slowerThanNanos);
    return trips(nowNanos);
  }

  private boolean trips(long nowNanos) {
    LongWindow.Results results = ended.results();
    int slowRunning = slowRunning(nowNanos);
    int calls = results.filled() + slowRunning;
    return rate.isReached(results.failures() + slowRunning, calls);
  }

  private int slowRunning(long nowNanos) {
    return options.inFlight() ? running.olderThan(slowerThanNanos, nowNanos) : 0;
  }

  /** What fails or succeeds is no matter here; calls come in through {@link #end}. */
  @Override
  boolean record(boolean failure, long nowNanos) {
    return false;
  }

  @Override
  boolean absorbsSuccess() {
    return true;
  }

  @Override
  String describe(long nowNanos) {
    LongWindow.Results results = ended.results();
    return results.failures()
        + " slow calls in the last "
        + results.filled()
        + ", "
        + slowRunning(nowNanos)
        + " slow ones still running";
  }
}
