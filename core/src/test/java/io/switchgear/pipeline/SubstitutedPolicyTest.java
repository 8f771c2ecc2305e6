// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A pipeline with another breaker or limiter in the place of its own, and calls that end alone. */
class SubstitutedPolicyTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker own = CircuitBreaker.named("erp").time(time).build();
  private final CircuitBreaker other = CircuitBreaker.named("erp/read").time(time).build();
  private final Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(1).time(time).build();
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);

  @Test
  void withAnotherBreaker_asksThatOneAndSharesTheRest() {
    var pipeline = erp.circuitBreaker(own).bulkhead(bulkhead).build();
    own.forceOpen(Directive.by("test"));

    String answer = pipeline.with(other).call(() -> "ok, in use: " + bulkhead.inUse());

    assertThat(answer).isEqualTo("ok, in use: 1");
    assertThat(other.stats().permits().settled()).isOne();
    assertThat(pipeline.execute(() -> "ok").rejection()).isPresent();
  }

  @Test
  void withAnotherLimiter_asksThatOneAndSharesTheRest() {
    RateLimiter ample = RateLimiter.named("erp").tokenBucket(9, ofMinutes(1), 9).time(time).build();
    RateLimiter tight = RateLimiter.named("erp").tokenBucket(1, ofMinutes(1), 1).time(time).build();
    var pipeline = erp.circuitBreaker(own).rateLimiter(ample).build().with(tight);
    var unused = pipeline.call(() -> "ok");

    Outcome<String> second = pipeline.execute(() -> "ok");

    assertThat(second.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.RATE_LIMITED);
    assertThat(own.stats().permits().settled()).isOne();
  }

  @Test
  void withAnotherPacer_asksThatOne() {
    AdaptivePacer first = AdaptivePacer.named("erp", 60, ofMinutes(1)).time(time).build();
    AdaptivePacer tight =
        AdaptivePacer.named("erp", 60, ofMinutes(1)).maxWait(ofSeconds(0)).time(time).build();
    var pipeline = erp.pacer(first).build().with(tight);
    var unused = pipeline.call(() -> "ok");

    assertThat(pipeline.execute(() -> "ok").rejection()).isPresent();
  }

  @Test
  void with_whatThePipelineDoesNotHave_isRefused() {
    var bare = erp.build();
    RateLimiter limiter = RateLimiter.named("erp").tokenBucket(1, ofMinutes(1), 1).build();

    assertThatThrownBy(() -> bare.with(other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("erp has no circuit breaker that another one could take the place of");
    assertThatThrownBy(() -> bare.with(limiter))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("erp has no rate limiter that another one could take the place of");
  }

  @Test
  void callsThatKeepTheDeadline_areGivenItAndNoTimer() {
    var pipeline = erp.deadline(ofSeconds(5)).callsKeepDeadline().build();
    CompletableFuture<Deadline> seen = new CompletableFuture<>();
    CompletableFuture<String> call =
        pipeline.callAsync(
            CallOptions.none(),
            given -> {
              seen.complete(given.deadline());
              return new CompletableFuture<>();
            });

    assertThat(seen.join().remaining()).isEqualTo(ofSeconds(5));
    assertThat(time.scheduledTasks()).isZero();
    time.advance(ofSeconds(6));
    assertThat(call).isNotDone();
  }
}
