// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.cache.AnswerCacheConfig;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.Gate;
import io.switchgear.core.RandomSource;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.hedge.HedgeConfig;
import io.switchgear.pipeline.Plan.About;
import io.switchgear.pipeline.Plan.Limits;
import io.switchgear.pipeline.Plan.Repeats;
import io.switchgear.pipeline.Recovery.Alternative;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import io.switchgear.timeout.Timeout;
import io.switchgear.timeout.TimeoutConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of a pipeline's settings, copied before each change, and how policies are made of
 * them. Of each policy there are settings, or one that is ready, or neither.
 *
 * @param <T> what the calls return
 */
final class Parts<T extends @Nullable Object> {
  final String name;
  final List<Step> steps = new ArrayList<>();
  final List<Alternative<T>> alternatives = new ArrayList<>();
  @Nullable String refusalMessage;
  @Nullable Duration deadline;
  @Nullable AnswerCacheConfig cacheSettings;
  @Nullable RetryConfig retrySettings;
  @Nullable Retry retry;
  @Nullable HedgeConfig hedgeSettings;
  @Nullable CircuitBreakerConfig circuitSettings;
  @Nullable CircuitBreaker circuit;
  Records records = Records.ATTEMPT;
  @Nullable BulkheadConfig placeSettings;
  @Nullable Gate place;
  @Nullable RateLimiterConfig limiterSettings;
  @Nullable AdaptivePacerConfig pacerSettings;
  @Nullable Gate permit;
  @Nullable Duration timeout;
  boolean callsKeepDeadline;
  Verdicts<? super T> verdicts = Verdicts.standard();
  TimeSource time = TimeSource.system();
  RandomSource random = RandomSource.system();

  Parts(String name) {
    this.name = name;
  }

  Parts<T> copy() {
    Parts<T> copy = new Parts<>(name);
    copy.steps.addAll(steps);
    copy.alternatives.addAll(alternatives);
    copy.refusalMessage = refusalMessage;
    copy.deadline = deadline;
    copy.cacheSettings = cacheSettings;
    copy.retrySettings = retrySettings;
    copy.retry = retry;
    copy.hedgeSettings = hedgeSettings;
    copy.circuitSettings = circuitSettings;
    copy.circuit = circuit;
    copy.records = records;
    copy.placeSettings = placeSettings;
    copy.place = place;
    copy.limiterSettings = limiterSettings;
    copy.pacerSettings = pacerSettings;
    copy.permit = permit;
    copy.timeout = timeout;
    copy.callsKeepDeadline = callsKeepDeadline;
    copy.verdicts = verdicts;
    copy.time = time;
    copy.random = random;
    return copy;
  }

  /** Refuses policies in an order that doesn't work, and settings that contradict each other. */
  void check() {
    Step.check(steps);
    refuse(
        refusalMessage != null && !alternatives.isEmpty(),
        "fallback and noFallback contradict each other: leave one of them out");
    refuse(
        records == Records.OPERATION && circuit == null && circuitSettings == null,
        "records(OPERATION) is about a circuitBreaker: add one, or leave it out");
    refuse(
        timeout != null && deadline != null && timeout.compareTo(deadline) > 0,
        "timeout must be at most the deadline, which bounds all attempts together: "
            + timeout
            + " is more than "
            + deadline);
  }

  /** The same for a pipeline with keys. */
  void checkKeyed() {
    check();
    refuse(
        circuit != null,
        "keyed needs the settings of a circuitBreaker rather than one that is ready, whose circuit"
            + " all keys would share");
    boolean hasKeys =
        circuitSettings != null
            || limiterSettings != null
            || pacerSettings != null
            || cacheSettings != null;
    refuse(
        !hasKeys,
        "keyed needs a policy that has keys: add the settings of a circuitBreaker, rateLimiter,"
            + " pacer or cache, or use build instead");
  }

  private static void refuse(boolean contradiction, String sentence) {
    if (contradiction) {
      throw new IllegalArgumentException(sentence);
    }
  }

  Plan<T> plan() {
    boolean deadlineCounts = timeout == null && deadline != null;
    return new Plan<>(
        new About(name, text(), time),
        new Reader<>(verdicts, deadlineCounts),
        new Recovery<>(List.copyOf(alternatives), refusalMessage),
        repeats(),
        new Limits(deadline, ownTimeout(), timeout != null, !callsKeepDeadline));
  }

  /** The gates of a pipeline without keys. */
  Gates gates() {
    CircuitBreakerConfig circuits = circuitSettings();
    RateLimiterConfig limiters = limiterSettings();
    AdaptivePacerConfig pacers = pacerSettings();
    Gate ownPermit = limiters == null ? permit : limiters.build();
    return new Gates(
        null,
        circuits == null ? circuit : circuits.build(),
        place(),
        pacers == null ? ownPermit : pacers.build());
  }

  private Repeats repeats() {
    AnswerCacheConfig caches = cacheSettings;
    RetryConfig retries = retrySettings;
    HedgeConfig hedges = hedgeSettings;
    return new Repeats(
        caches == null ? null : new Store(caches.name(name).time(time)),
        retries == null ? retry : retries.name(name).time(time).random(random).build(),
        hedges == null ? null : within(hedges, timeout).name(name).time(time).build(),
        records);
  }

  /** An attempt takes no longer to get a thread than it may take once it has one. */
  private static HedgeConfig within(HedgeConfig settings, @Nullable Duration timeout) {
    HedgeConfig hedges = settings.verdicts(Unsuccessful::read);
    return timeout == null || timeout.compareTo(hedges.maxWait()) >= 0
        ? hedges
        : hedges.maxWait(timeout);
  }

  private Timeout ownTimeout() {
    TimeoutConfig settings = Timeout.named(name).time(time);
    return settings.after(timeout == null ? Duration.ofDays(366) : timeout).build();
  }

  @Nullable Gate place() {
    return placeSettings == null ? place : placeSettings.name(name).time(time).build();
  }

  @Nullable CircuitBreakerConfig circuitSettings() {
    return circuitSettings == null ? null : circuitSettings.name(name).time(time).random(random);
  }

  @Nullable RateLimiterConfig limiterSettings() {
    return limiterSettings == null ? null : limiterSettings.name(name).time(time);
  }

  @Nullable AdaptivePacerConfig pacerSettings() {
    return pacerSettings == null ? null : pacerSettings.name(name).time(time);
  }

  String text() {
    String policies = steps.stream().map(Step::word).collect(Collectors.joining(", "));
    return name + ": " + (policies.isEmpty() ? "no policies" : policies);
  }
}
