// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import io.switchgear.core.Verdict;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.lab.log.LoggedCall;
import io.switchgear.lab.log.LoggedCall.Ending;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What one reading of a log gathers, in memory that doesn't grow with the log. */
final class Survey {
  private static final int MAX_TARGETS = 10_000;

  private final HttpVerdicts verdicts = HttpVerdicts.profile("http");
  private final Map<Integer, Verdict> byStatus = new HashMap<>();
  private final Map<String, Target> targets = new HashMap<>();
  private final Histogram successMillis = histogram();
  private final Histogram failureMillis = histogram();
  private final Histogram outageMillis = histogram();
  private final Throttling throttling = new Throttling();
  private long calls;
  private long failures;
  private long throttled;

  /** Values beyond the largest one count as that. */
  private static Histogram histogram() {
    return new Histogram(TimeUnit.DAYS.toMillis(366), 3);
  }

  void add(LoggedCall call) {
    Verdict verdict = verdict(call.result());
    calls++;
    switch (verdict) {
      case SUCCESS -> record(successMillis, call);
      case FAILURE -> {
        failures++;
        record(failureMillis, call);
      }
      case THROTTLED -> throttled++;
      case IGNORED -> {
        // It says nothing about the target.
      }
    }
    String name = targets.size() < MAX_TARGETS ? call.request().target() : "";
    targets.computeIfAbsent(name, it -> new Target()).add(call, verdict);
    throttling.add(call.endNanos(), verdict);
  }

  private Verdict verdict(LoggedCall.Result result) {
    if (result.ending() != Ending.ANSWERED) {
      return result.ending() == Ending.CANCELED ? Verdict.IGNORED : Verdict.FAILURE;
    }
    return byStatus.computeIfAbsent(
        result.status(), status -> verdicts.assess(new StatusAlone(status)).verdict());
  }

  private static void record(Histogram histogram, LoggedCall call) {
    if (call.hasDuration()) {
      record(histogram, call.durationNanos());
    }
  }

  private static void record(Histogram histogram, long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    histogram.recordValue(Math.min(Math.max(0, millis), histogram.getHighestTrackableValue()));
  }

  long calls() {
    return calls;
  }

  long failures() {
    return failures;
  }

  long throttled() {
    return throttled;
  }

  /** How long successes took, of those that have a duration. */
  Histogram successMillis() {
    return successMillis;
  }

  /** How long failures took, of those that have a duration. */
  Histogram failureMillis() {
    return failureMillis;
  }

  /** How long targets failed on end: from the first failure to the next success. */
  Histogram outageMillis() {
    return outageMillis;
  }

  Throttling throttling() {
    return throttling;
  }

  /** The name of the target, if there is but one. */
  Optional<String> onlyTarget() {
    return targets.size() == 1 ? targets.keySet().stream().findFirst() : Optional.empty();
  }

  /** The mean time between two calls to the same target, in the middle of all targets. */
  long spacingMillis() {
    long[] spacings =
        targets.values().stream()
            .mapToLong(Target::spacingNanos)
            .filter(it -> it > 0)
            .sorted()
            .toArray();
    return spacings.length == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(spacings[spacings.length / 2]);
  }

  /** What is remembered of a target. */
  private final class Target {
    private long firstNanos;
    private long lastNanos;
    private long count;
    private long failingSinceNanos;
    private int failuresInARow;

    void add(LoggedCall call, Verdict verdict) {
      firstNanos = count == 0 ? call.startNanos() : firstNanos;
      lastNanos = call.startNanos();
      count++;
      if (verdict == Verdict.FAILURE) {
        failingSinceNanos = failuresInARow == 0 ? call.startNanos() : failingSinceNanos;
        failuresInARow++;
      } else if (verdict == Verdict.SUCCESS) {
        if (failuresInARow > 1) {
          record(outageMillis, call.startNanos() - failingSinceNanos);
        }
        failuresInARow = 0;
      }
    }

    long spacingNanos() {
      return count < 2 ? 0 : (lastNanos - firstNanos) / (count - 1);
    }
  }

  private record StatusAlone(int status) implements ResponseHead {
    @Override
    public Optional<String> header(String name) {
      return Optional.empty();
    }
  }
}
