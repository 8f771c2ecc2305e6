// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.lab.scenario.Scenario.Span;
import io.switchgear.lab.simulate.Timeline.Track;

/**
 * When work is done at the full rate again after the trouble: in the first stretch of time in which
 * nine tenths of it were done, or of the work that there was if that is less.
 */
final class Recovery {
  private static final double FULL = 0.9;
  private static final int BASELINE_SECONDS = 600;

  /** A stretch is long enough for so much work, within the bounds below. */
  private static final double STRETCH_WORK = 30;

  private static final int STRETCH_LEAST_SECONDS = 10;
  private static final int STRETCH_MOST_SECONDS = 300;

  private final Timeline timeline;
  private final int from;
  private final int until;
  private final double fullPerSlice;

  Recovery(Timeline timeline, Span span) {
    this.timeline = timeline;
    this.from = timeline.slice(span.troubleFrom().toNanos());
    this.until = timeline.slice(span.troubleUntil().toNanos());
    this.fullPerSlice =
        span.fullPerSecond() > 0 ? span.fullPerSecond() * timeline.secondsPerSlice() : baseline();
  }

  private double baseline() {
    int before = (int) Math.max(0, from - BASELINE_SECONDS / timeline.secondsPerSlice());
    return timeline.sum(Track.SUCCEEDED, before, from) / (double) Math.max(1, from - before);
  }

  /** From the end of the trouble to the beginning of the stretch; NaN when there is none. */
  double seconds() {
    int last = timeline.slices() - 1;
    int stretch = stretch();
    for (int i = until; i + stretch <= last; i++) {
      double wanted = Math.min(fullPerSlice * stretch, workIn(i, i + stretch));
      if (timeline.sum(Track.SUCCEEDED, i, i + stretch) >= FULL * wanted) {
        return (double) (i - until) * timeline.secondsPerSlice();
      }
    }
    return Double.NaN;
  }

  private double workIn(int begin, int end) {
    return timeline.sum(Track.WAITING, begin, begin + 1)
        + (double) timeline.sum(Track.ARRIVED, begin, end);
  }

  private int stretch() {
    double seconds =
        fullPerSlice == 0 ? 0 : STRETCH_WORK / fullPerSlice * timeline.secondsPerSlice();
    double bounded =
        Math.max(STRETCH_LEAST_SECONDS, Math.min(STRETCH_MOST_SECONDS, Math.ceil(seconds)));
    return (int) Math.max(1, bounded / timeline.secondsPerSlice());
  }
}
