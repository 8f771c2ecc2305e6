// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.metrics;

import static io.switchgear.gateway.metrics.CircuitMeters.CIRCUIT;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.circuit.Token;
import io.switchgear.gateway.dependency.CallMeter;
import io.switchgear.retry.RetryDecision;
import io.switchgear.retry.RetryEnd;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The series of one dependency's calls that its circuits don't count. */
final class CallMeters implements CallMeter {
  private static final Duration[] BUCKETS =
      List.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000)
          .stream()
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final Timer duration;
  private final Counter limited;
  private final Map<RetryResult, Counter> retries = new EnumMap<>(RetryResult.class);
  private final Counter failoverAnswered;
  private final Counter failoverFailed;

  /** What became of an attempt that was not the first of its call, or that wasn't made. */
  private enum RetryResult {
    SUCCESS,
    FAILURE,
    THROTTLED,
    IGNORED,
    REJECTED,
    OVER_BUDGET;

    static RetryResult of(RetryDecision ended) {
      if (ended.error().filter(CallRejectedException.class::isInstance).isPresent()) {
        return REJECTED;
      }
      Verdict verdict = ended.assessment().verdict();
      return switch (verdict) {
        case SUCCESS -> SUCCESS;
        case FAILURE -> FAILURE;
        case THROTTLED -> THROTTLED;
        case IGNORED -> IGNORED;
      };
    }
  }

  CallMeters(MeterRegistry registry, String name) {
    duration =
        Timer.builder("switchgear.call.duration")
            .description("How long calls to the dependency took")
            .tag(CIRCUIT, name)
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    limited =
        Counter.builder("switchgear.rate.limited")
            .description("Calls that the rate limit refused")
            .tag(CIRCUIT, name)
            .register(registry);
    for (RetryResult result : RetryResult.values()) {
      retries.put(
          result,
          Counter.builder("switchgear.retries")
              .description("Attempts after the first of a call, and those that the budget refused")
              .tags(CIRCUIT, name, "result", Token.of(result))
              .register(registry));
    }
    failoverAnswered = fallback(registry, name, "success");
    failoverFailed = fallback(registry, name, "failure");
  }

  private static Counter fallback(MeterRegistry registry, String name, String result) {
    return Counter.builder("switchgear.fallbacks")
        .description("Calls that somebody else was to answer, and whether there was an answer")
        .tags(CIRCUIT, name, "source", "failover", "result", result)
        .register(registry);
  }

  @Override
  public void called(long nanos) {
    duration.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void rateLimited() {
    limited.increment();
  }

  @Override
  public void decided(RetryDecision decision) {
    if (decision.attempt() > 1) {
      count(RetryResult.of(decision));
    }
    if (decision.end().filter(end -> end == RetryEnd.BUDGET_USED_UP).isPresent()) {
      count(RetryResult.OVER_BUDGET);
    }
  }

  private void count(RetryResult result) {
    Objects.requireNonNull(retries.get(result)).increment();
  }

  @Override
  public void failedOver(boolean answered) {
    (answered ? failoverAnswered : failoverFailed).increment();
  }
}
