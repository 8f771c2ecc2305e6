// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.hedge.Hedge;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.pipeline.Records;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.contract.ContractSetup;
import io.switchgear.testkit.contract.ProtectedCalls;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Pipelines as the contract sees them, and in them the policies that make no calls themselves. */
final class PipelineSubjects {
  private PipelineSubjects() {}

  static ProtectedCalls rateLimiter(ContractSetup setup) {
    RateLimiter limiter =
        RateLimiter.named("erp")
            .tokenBucket(60, ofMinutes(1), 1_000_000)
            .maxWait(ofMinutes(5))
            .time(setup.time())
            .build();
    Pipeline<@Nullable Object> pipeline = begin(setup).rateLimiter(limiter).build();
    Runnable drain = () -> limiter.tryAcquire(1_000_000).orThrow();
    Runnable refill = () -> setup.advance(ofMinutes(1));
    return new PipelineCalls(pipeline, limiter::waiting, new Drain(drain, refill));
  }

  static ProtectedCalls adaptivePacer(ContractSetup setup) {
    AdaptivePacer pacer =
        AdaptivePacer.named("erp", 60, ofMinutes(1))
            .maxWait(ofMinutes(500))
            .time(setup.time())
            .build();
    Pipeline<@Nullable Object> pipeline = begin(setup).pacer(pacer).build();
    Runnable drain = () -> pacer.tryAcquire().orThrow();
    Runnable refill = () -> advanceUntilNobodyWaits(setup, pacer);
    return new PipelineCalls(pipeline, pacer::waiting, new Drain(drain, refill));
  }

  /**
   * A call that ends moves the timer of those who wait; should time jump over that moment, one slot
   * is due in place of many.
   */
  private static void advanceUntilNobodyWaits(ContractSetup setup, AdaptivePacer pacer) {
    setup.advance(ofMinutes(1));
    for (int minute = 0; minute < 1_000 && pacer.waiting() > 0; minute++) {
      setup.advance(ofMinutes(1));
    }
  }

  static ProtectedCalls adaptiveConcurrency(ContractSetup setup) {
    Bulkhead bulkhead = Subjects.places(setup);
    AdaptiveConcurrency adaptive = AdaptiveConcurrency.aimd(bulkhead, 2, 2, ofSeconds(1));
    Pipeline<@Nullable Object> pipeline = begin(setup).bulkhead(adaptive).build();
    return new PipelineCalls(pipeline, () -> (long) bulkhead.inUse() + bulkhead.queued(), null);
  }

  /** Everything, with a circuit that learns of each attempt. */
  static ProtectedCalls whole(ContractSetup setup) {
    Bulkhead bulkhead = Subjects.places(setup);
    Pipeline<@Nullable Object> pipeline =
        attempts(repeats(begin(setup).deadline(ofMinutes(1))), bulkhead)
            .timeout(ofSeconds(10))
            .build();
    return new PipelineCalls(pipeline, occupied(bulkhead), null);
  }

  /**
   * Everything, with hedges and a circuit that learns of whole operations. There are places for
   * many, since an attempt that lost keeps its place until its thread has noticed; and no deadline,
   * since time moves on whenever the caller waits for the threads of the attempts.
   */
  static ProtectedCalls wholeWithHedges(ContractSetup setup) {
    Bulkhead bulkhead = Bulkhead.named("erp").maxConcurrent(10_000).time(setup.time()).build();
    var hedged =
        repeats(begin(setup)).hedge(Hedge.named("erp").after(ofMillis(100)).idempotent(true));
    Pipeline<@Nullable Object> pipeline =
        attempts(hedged, bulkhead).records(Records.OPERATION).build();
    return new PipelineCalls(pipeline, occupied(bulkhead), null);
  }

  private static LongSupplier occupied(Bulkhead bulkhead) {
    return () -> (long) bulkhead.inUse() + bulkhead.queued();
  }

  private static PipelineConfig<@Nullable Object> repeats(PipelineConfig<@Nullable Object> begun) {
    return begun.retry(RetryConfig.fixed(ofSeconds(1)).maxAttempts(3).idempotent(true));
  }

  private static PipelineConfig<@Nullable Object> attempts(
      PipelineConfig<@Nullable Object> repeats, Bulkhead bulkhead) {
    return repeats
        .circuitBreaker(CircuitBreaker.named("erp"))
        .bulkhead(bulkhead)
        .rateLimiter(RateLimiter.named("erp").tokenBucket(1_000_000, ofSeconds(1), 1_000_000));
  }

  private static PipelineConfig<@Nullable Object> begin(ContractSetup setup) {
    return Pipeline.<@Nullable Object>named("erp").time(setup.time()).verdicts(setup.verdicts());
  }

  /** How a limiter is used up, and filled again. */
  private record Drain(Runnable empty, Runnable refill) {}

  /** A pipeline. */
  private record PipelineCalls(
      Pipeline<@Nullable Object> pipeline, LongSupplier held, @Nullable Drain drain)
      implements ProtectedCalls {
    @Override
    @SuppressWarnings("unchecked") // The result is that of the call.
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E {
      return (T) pipeline.call(call);
    }

    @Override
    @SuppressWarnings("unchecked") // The result is that of the call.
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      return (CompletableFuture<T>) pipeline.callAsync(call);
    }

    @Override
    public long inUse() {
      return held.getAsLong();
    }

    @Override
    public Optional<Runnable> block() {
      if (drain == null) {
        return Optional.empty();
      }
      drain.empty().run();
      return Optional.of(drain.refill());
    }
  }
}
