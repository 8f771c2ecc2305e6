// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadPermit;
import io.switchgear.cache.AnswerCache;
import io.switchgear.cache.Cached;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.hedge.Hedge;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.contract.ContractSetup;
import io.switchgear.testkit.contract.ProtectedCalls;
import io.switchgear.timeout.Timeout;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The policies of core that make calls, as the contract sees them. */
final class Subjects {
  private Subjects() {}

  static ProtectedCalls circuitBreaker(ContractSetup setup) {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp").time(setup.time()).verdicts(setup.verdicts()).build();
    return new CircuitCalls(breaker, new AtomicLong());
  }

  /** A half-open circuit, which it stays: all results say nothing. */
  static ProtectedCalls halfOpenCircuit(ContractSetup setup) {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp")
            .trialCalls(2)
            .time(setup.time())
            .verdicts((result, error) -> neutral(setup.verdicts().assess(result, error)))
            .build();
    long[] tickets = new long[5];
    for (int i = 0; i < tickets.length; i++) {
      tickets[i] = breaker.enter(CallOptions.none());
    }
    for (long ticket : tickets) {
      breaker.exit(ticket, Assessment.of(Verdict.FAILURE));
    }
    setup.advance(ofSeconds(30));
    return new CircuitCalls(breaker, new AtomicLong(tickets.length));
  }

  /** Has the setup's verdicts throw if they do. */
  private static Assessment neutral(Assessment read) {
    return read.verdict() == Verdict.IGNORED ? read : Assessment.of(Verdict.IGNORED);
  }

  static ProtectedCalls bulkhead(ContractSetup setup) {
    return new BulkheadCalls(places(setup));
  }

  static ProtectedCalls retry(ContractSetup setup) {
    RetryConfig settings = RetryConfig.fixed(ofSeconds(1)).maxAttempts(3).idempotent(true);
    return new RetryCalls(settings.time(setup.time()).verdicts(setup.verdicts()).build());
  }

  static ProtectedCalls timeout(ContractSetup setup) {
    return new TimeoutCalls(Timeout.named("erp").after(ofSeconds(2)).time(setup.time()).build());
  }

  static ProtectedCalls hedge(ContractSetup setup) {
    return new HedgeCalls(
        Hedge.named("erp")
            .after(ofMillis(100))
            .idempotent(true)
            .time(setup.time())
            .verdicts(setup.verdicts())
            .build());
  }

  static ProtectedCalls cache(ContractSetup setup) {
    return new CacheCalls(
        AnswerCache.named("erp")
            .freshFor(ofHours(1))
            .time(setup.time())
            .verdicts(setup.verdicts())
            .build());
  }

  static Bulkhead places(ContractSetup setup) {
    return Bulkhead.named("erp").maxConcurrent(2).maxQueued(100).time(setup.time()).build();
  }

  /** A circuit, and how many of its permits are out: those of calls that have begun. */
  private record CircuitCalls(CircuitBreaker breaker, AtomicLong begun) implements ProtectedCalls {
    @Override
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E {
      return breaker.call(
          () -> {
            begun.incrementAndGet();
            return call.get();
          });
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      Supplier<CompletionStage<T>> counted =
          () -> {
            begun.incrementAndGet();
            return call.get();
          };
      return breaker.callAsync(counted);
    }

    @Override
    public long inUse() {
      CircuitStats.Permits ended = breaker.stats().permits();
      long out = begun.get() - ended.settled() - ended.released() - ended.expired();
      return out + breaker.snapshot().trialsOut();
    }

    @Override
    public boolean refuse() {
      breaker.forceOpen(Directive.by("test"));
      return true;
    }

    @Override
    public boolean listen(Runnable listener) {
      var unused = breaker.onTransition(transition -> listener.run());
      return true;
    }
  }

  /** A bulkhead, and its places and queue. */
  private record BulkheadCalls(Bulkhead bulkhead) implements ProtectedCalls {
    @Override
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E, InterruptedException {
      return bulkhead.call(call);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      return bulkhead.callAsync(call);
    }

    @Override
    public long inUse() {
      return (long) bulkhead.inUse() + bulkhead.queued();
    }

    @Override
    public boolean refuse() {
      for (int i = 0; i < 102; i++) {
        var unused = bulkhead.acquireAsync();
      }
      return true;
    }

    @Override
    public Optional<Runnable> block() {
      BulkheadPermit one = bulkhead.tryAcquire().orElseThrow();
      BulkheadPermit other = bulkhead.tryAcquire().orElseThrow();
      return Optional.of(
          () -> {
            one.release();
            other.release();
          });
    }
  }

  private record RetryCalls(Retry retry) implements ProtectedCalls {
    @Override
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E {
      return retry.call(call);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      return retry.callAsync(call);
    }

    @Override
    public long inUse() {
      return 0;
    }

    @Override
    public boolean listen(Runnable listener) {
      var unused = retry.onDecision(decision -> listener.run());
      return true;
    }
  }

  private record TimeoutCalls(Timeout timeout) implements ProtectedCalls {
    @Override
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E {
      return timeout.call(call);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      return timeout.callAsync(call);
    }

    @Override
    public long inUse() {
      return 0;
    }
  }

  private record HedgeCalls(Hedge hedge) implements ProtectedCalls {
    @Override
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E, InterruptedException {
      return hedge.call(call);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      return hedge.callAsync(call);
    }

    @Override
    public long inUse() {
      return 0;
    }
  }

  /** A cache that is asked another question each time, so that each call is made. */
  private static final class CacheCalls implements ProtectedCalls {
    private final AnswerCache<Long, @Nullable Object> cache;
    private final AtomicLong questions = new AtomicLong();

    CacheCalls(AnswerCache<Long, @Nullable Object> cache) {
      this.cache = cache;
    }

    @Override
    @SuppressWarnings("unchecked") // The answer is that of the very call.
    public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
        throws E, InterruptedException {
      return (T) cache.get(questions.incrementAndGet(), call).value();
    }

    @Override
    @SuppressWarnings("unchecked") // The answer is that of the very call.
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Supplier<? extends CompletionStage<T>> call) {
      CompletableFuture<Cached<@Nullable Object>> answer =
          cache.getAsync(questions.incrementAndGet(), call);
      CompletableFuture<T> future = new CompletableFuture<>();
      var unused = future.whenComplete((value, error) -> answer.cancel(true));
      var unusedToo =
          answer.whenComplete(
              (cached, error) -> {
                if (error == null) {
                  future.complete((T) cached.value());
                } else {
                  future.completeExceptionally(error);
                }
              });
      return future;
    }

    @Override
    public long inUse() {
      return 0;
    }
  }
}
