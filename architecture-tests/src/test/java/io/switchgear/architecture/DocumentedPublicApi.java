// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.timeout.TimeoutExceededException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The code that the recipe of the public API and its clients shows. */
final class DocumentedPublicApi {
  private DocumentedPublicApi() {}

  static <T> Verdicts<T> verdicts() {
    Verdicts<T> verdicts =
        (answer, error) ->
            error == null
                    || error instanceof IOException
                    || error instanceof TimeoutExceededException
                ? Verdicts.standard().assess(answer, error)
                : Assessment.of(Verdict.IGNORED);
    return verdicts;
  }

  static <T> PipelineConfig<T> client(Verdicts<T> verdicts) {
    PipelineConfig<T> client =
        Pipeline.<T>named("service-c")
            .verdicts(verdicts)
            .deadline(ofSeconds(5))
            .cache(
                AnswerCache.named("service-c")
                    .freshFor(ofMinutes(1))
                    .staleWhileRevalidate(ofMinutes(9))
                    .staleIfError(ofHours(1)))
            .retry(exponential(ofMillis(100)).upTo(ofSeconds(2)).halfToFullJitter().maxAttempts(4))
            .circuitBreaker(
                tripOn(consecutiveFailures(5))
                    .coolDown(ofSeconds(30))
                    .trialCalls(1)
                    .successThreshold(2))
            .bulkhead(20)
            .rateLimiter(
                RateLimiter.named("service-c")
                    .tokenBucket(50, ofSeconds(1), 10)
                    .maxWait(ofSeconds(1)))
            .timeout(ofSeconds(1));
    return client;
  }

  static List<RateLimiterConfig> limits() {
    RateLimiterConfig fixed = RateLimiter.named("public").fixedWindow(100, ofMinutes(1));
    RateLimiterConfig sliding = RateLimiter.named("public").slidingWindow(100, ofMinutes(1));
    RateLimiterConfig bucket = RateLimiter.named("public").tokenBucket(100, ofMinutes(1), 20);
    RateLimiterConfig leaky = RateLimiter.named("public").leakyBucket(100, ofMinutes(1), 20);
    return List.of(fixed, sliding, bucket, leaky);
  }

  static Decision decide(RateLimiterConfig sliding, Request request) {
    KeyedRateLimiter<String> perClient = sliding.keyed(maxKeys(100_000));

    Decision decision = perClient.forKey(request.remoteAddress()).tryAcquire();
    return decision;
  }

  static Map<String, String> headers(Decision decision) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-RateLimit-Limit", String.valueOf(decision.limit()));
    headers.put("X-RateLimit-Remaining", String.valueOf(decision.remaining()));
    headers.put("X-RateLimit-Reset", String.valueOf(seconds(decision.resetAfter())));
    if (!decision.allowed()) {
      headers.put("Retry-After", String.valueOf(seconds(decision.retryAfter())));
    }
    return headers;
  }

  static long seconds(Duration wait) {
    return wait.plusSeconds(1).minusNanos(1).toSeconds();
  }

  static List<String> issues(List<CircuitBreaker> circuits) {
    List<String> issues =
        circuits.stream()
            .map(circuit -> circuit.snapshot())
            .filter(circuit -> circuit.state() != CircuitState.CLOSED)
            .map(circuit -> circuit.name() + " is " + circuit.state() + because(circuit))
            .toList();
    return issues;
  }

  static String because(CircuitSnapshot circuit) {
    return circuit.cause().map(cause -> ": " + cause.detail()).orElse("");
  }

  /** What a reader brings along. */
  interface Request {
    String remoteAddress();
  }
}
