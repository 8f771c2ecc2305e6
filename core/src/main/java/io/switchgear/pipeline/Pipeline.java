// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCacheStats;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.ContextualCall;
import io.switchgear.core.Gate;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.hedge.Hedge;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.Retry;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Several policies around the calls to one dependency, in an order that works.
 *
 * <pre>{@code
 * Pipeline<Rates> shipping = Pipeline.<Rates>named("shipping-rates")
 *     .fallback(rateTable::lookup)
 *     .deadline(ofSeconds(8))
 *     .retry(exponential(ofMillis(200)).upTo(ofSeconds(5)).maxAttempts(3))
 *     .circuitBreaker(tripOn(consecutiveFailures(5).within(ofSeconds(30))))
 *     .bulkhead(16)
 *     .timeout(ofSeconds(2))
 *     .build();
 *
 * Rates rates = shipping.call(() -> api.rates(parcel));
 * }</pre>
 *
 * <p>A call meets the policies as they are written, from the top to the bottom; {@link
 * PipelineConfig} says why in this order. Blocking calls, on platform and on virtual threads, and
 * asynchronous ones behave the same. A call that succeeds at once costs no object unless the
 * pipeline has a fallback, a deadline, a cache, a hedge or a timeout.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> blocking calls wait between attempts, for a place
 * and for a permit, without holding a monitor; asynchronous ones never do.
 *
 * @param <T> what the calls return
 */
public final class Pipeline<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Gates gates;
  private final Operations<T> operations;

  Pipeline(Operations<T> operations, Gates gates) {
    this.plan = operations.plan();
    this.gates = gates;
    this.operations = operations;
  }

  /**
   * Begins the settings of a pipeline, which does nothing to a call until it has policies.
   *
   * @param <T> what the calls return
   * @param name what rejections, errors and logs call it; its policies have the same name
   * @return the settings; end with {@code build()} or {@code keyed(…)}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static <T extends @Nullable Object> PipelineConfig<T> named(String name) {
    return PipelineConfig.named(name);
  }

  /**
   * The same pipeline with another circuit breaker in the place of its own: for breakers of many
   * keys or operations that are kept elsewhere. Everything else is shared with this one.
   *
   * @param circuitBreaker the breaker
   * @return the pipeline; cheap, made for one call or for many
   * @throws IllegalStateException when this pipeline has no circuit breaker
   */
  public Pipeline<T> with(CircuitBreaker circuitBreaker) {
    Objects.requireNonNull(circuitBreaker, "circuitBreaker");
    requireOwn("circuit breaker", gates.circuit() != null);
    return new Pipeline<>(
        operations, new Gates(gates.key(), circuitBreaker, gates.place(), gates.permit()));
  }

  /**
   * The same pipeline with another rate limiter in the place of its own limiter or pacer.
   *
   * @param rateLimiter the limiter
   * @return the pipeline; cheap, made for one call or for many
   * @throws IllegalStateException when this pipeline has neither
   */
  public Pipeline<T> with(RateLimiter rateLimiter) {
    return withPermit(Objects.requireNonNull(rateLimiter, "rateLimiter"));
  }

  /**
   * The same pipeline with another pacer in the place of its own pacer or limiter.
   *
   * @param pacer the pacer
   * @return the pipeline; cheap, made for one call or for many
   * @throws IllegalStateException when this pipeline has neither
   */
  public Pipeline<T> with(AdaptivePacer pacer) {
    return withPermit(Objects.requireNonNull(pacer, "pacer"));
  }

  private Pipeline<T> withPermit(Gate permit) {
    requireOwn("rate limiter", gates.permit() != null);
    return new Pipeline<>(
        operations, new Gates(gates.key(), gates.circuit(), gates.place(), permit));
  }

  private void requireOwn(String policy, boolean present) {
    if (!present) {
      throw new IllegalStateException(
          name() + " has no " + policy + " that another one could take the place of");
    }
  }

  /**
   * Makes a blocking call.
   *
   * @param <E> the checked exception that the call may throw
   * @param call the call; runs on this thread
   * @return its result, or that of an alternative
   * @throws E when the call throws it and nothing takes its place
   * @throws CallRejectedException when a policy refuses the call and nothing takes its place
   */
  public <E extends Exception> T call(ThrowingSupplier<? extends T, E> call) throws E {
    return call(CallOptions.none(), call);
  }

  /**
   * Makes a blocking call about which something is said.
   *
   * @param <E> the checked exception that the call may throw
   * @param options deadline, priority, what it asks for, whether it may be made twice
   * @param call the call; runs on this thread
   * @return its result, or that of an alternative
   * @throws E when the call throws it and nothing takes its place
   * @throws CallRejectedException when a policy refuses the call and nothing takes its place
   */
  public <E extends Exception> T call(CallOptions options, ThrowingSupplier<? extends T, E> call)
      throws E {
    return this.<E>end(operations.run(gates, plan.within(options), call, plan.newTrace()));
  }

  /**
   * Makes a blocking call that hands its options on, with the deadline that this pipeline has made
   * stricter: to a client, or to another pipeline.
   *
   * @param <E> the checked exception that the call may throw
   * @param options as for {@link #call(CallOptions, ThrowingSupplier)}
   * @param call the call; runs on this thread
   * @return its result, or that of an alternative
   * @throws E when the call throws it and nothing takes its place
   * @throws CallRejectedException when a policy refuses the call and nothing takes its place
   */
  public <E extends Exception> T call(CallOptions options, ContextualCall<? extends T, E> call)
      throws E {
    return this.<E>end(operations.runInContext(gates, plan.within(options), call, plan.newTrace()));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // E is what the call throws.
  private <E extends Exception> T end(@Nullable Object answer) throws E {
    if (!(answer instanceof Unsuccessful end)) {
      return Unsuccessful.<T>cast(answer);
    }
    Throwable error = end.error();
    if (error == null) {
      return Unsuccessful.<T>cast(end.result());
    }
    if (error instanceof Error fatal) {
      throw fatal;
    }
    // What isn't unchecked came out of the call, so it is an E.
    throw (E) error;
  }

  /**
   * Makes a blocking call and tells how it ended. Throws no exception; an {@link Error} passes.
   * When the call throws an {@link InterruptedException}, the thread is interrupted afterwards.
   *
   * @param call the call; runs on this thread
   * @return the outcome
   */
  public Outcome<T> execute(ThrowingSupplier<? extends T, ?> call) {
    return execute(CallOptions.none(), call);
  }

  /**
   * Makes a blocking call about which something is said, and tells how it ended; as {@link
   * #execute(ThrowingSupplier)} does.
   *
   * @param options deadline, priority, what it asks for, whether it may be made twice
   * @param call the call; runs on this thread
   * @return the outcome
   */
  public Outcome<T> execute(CallOptions options, ThrowingSupplier<? extends T, ?> call) {
    Trace trace = new Trace(plan.time());
    return restoringInterrupt(operations.run(gates, plan.within(options), call, trace), trace);
  }

  /**
   * Makes a blocking call that hands its options on, and tells how it ended; as {@link
   * #execute(ThrowingSupplier)} does.
   *
   * @param options deadline, priority, what it asks for, whether it may be made twice
   * @param call the call; runs on this thread
   * @return the outcome
   */
  public Outcome<T> execute(CallOptions options, ContextualCall<? extends T, ?> call) {
    Trace trace = new Trace(plan.time());
    return restoringInterrupt(
        operations.runInContext(gates, plan.within(options), call, trace), trace);
  }

  /** Who threw an InterruptedException cleared the flag, and nobody throws it on. */
  private Outcome<T> restoringInterrupt(@Nullable Object answer, Trace trace) {
    if (answer instanceof Unsuccessful end && end.error() instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return outcome(answer, trace);
  }

  private Outcome<T> outcome(@Nullable Object answer, Trace trace) {
    if (!(answer instanceof Unsuccessful end)) {
      return trace.value(Unsuccessful.<T>cast(answer));
    }
    Throwable error = end.error();
    if (error instanceof Error fatal) {
      throw fatal;
    }
    return error == null ? trace.value(Unsuccessful.<T>cast(end.result())) : trace.error(error);
  }

  /**
   * Starts a call.
   *
   * @param call starts an attempt
   * @return as {@link #callAsync(CallOptions, Supplier)}
   */
  public CompletableFuture<T> callAsync(Supplier<? extends CompletionStage<? extends T>> call) {
    return callAsync(CallOptions.none(), call);
  }

  /**
   * Starts a call about which something is said. The future that is returned always completes, and
   * cancelling it cancels what is under way: a wait, or the attempt's own future.
   *
   * @param options deadline, priority, what it asks for, whether it may be made twice
   * @param call starts an attempt: on this thread if nothing has to be waited for, else on the one
   *     that ends the wait, where it must not block; what it throws counts as the attempt's error
   * @return a future with the result or that of an alternative; or with the error or refusal for
   *     which nothing takes its place
   */
  public CompletableFuture<T> callAsync(
      CallOptions options, Supplier<? extends CompletionStage<? extends T>> call) {
    Objects.requireNonNull(call, "call");
    return callAsync(options, given -> call.get());
  }

  /**
   * Starts a call that hands its options on, with the deadline that this pipeline has made
   * stricter.
   *
   * @param options as for {@link #callAsync(CallOptions, Supplier)}
   * @param call starts an attempt
   * @return as {@link #callAsync(CallOptions, Supplier)}
   */
  public CompletableFuture<T> callAsync(
      CallOptions options, Function<CallOptions, ? extends CompletionStage<? extends T>> call) {
    return start(plan.within(options), call, plan.newTrace(), this::complete);
  }

  /**
   * Starts a call and tells how it ended.
   *
   * @param call starts an attempt
   * @return as {@link #executeAsync(CallOptions, Supplier)}
   */
  public CompletableFuture<Outcome<T>> executeAsync(
      Supplier<? extends CompletionStage<? extends T>> call) {
    return executeAsync(CallOptions.none(), call);
  }

  /**
   * Starts a call about which something is said, and tells how it ended.
   *
   * @param options as for {@link #callAsync(CallOptions, Supplier)}
   * @param call starts an attempt
   * @return a future with the outcome; it fails only with an {@link Error}, or when it is cancelled
   */
  public CompletableFuture<Outcome<T>> executeAsync(
      CallOptions options, Supplier<? extends CompletionStage<? extends T>> call) {
    Objects.requireNonNull(call, "call");
    return executeAsync(options, given -> call.get());
  }

  /**
   * Starts a call that hands its options on, and tells how it ended.
   *
   * @param options as for {@link #callAsync(CallOptions, Supplier)}
   * @param call starts an attempt
   * @return a future with the outcome; it fails only with an {@link Error}, or when it is cancelled
   */
  public CompletableFuture<Outcome<T>> executeAsync(
      CallOptions options, Function<CallOptions, ? extends CompletionStage<? extends T>> call) {
    Trace trace = new Trace(plan.time());
    return start(
        plan.within(options),
        call,
        trace,
        (future, answer) -> future.complete(outcome(answer, trace)));
  }

  private <R extends @Nullable Object> CompletableFuture<R> start(
      CallOptions within,
      Function<CallOptions, ? extends CompletionStage<? extends T>> call,
      @Nullable Trace trace,
      AsyncCall.Ending<R> ending) {
    Objects.requireNonNull(call, "call");
    return new AsyncCall<>(plan, gates, within, call, trace).start(ending);
  }

  private boolean complete(CompletableFuture<T> future, @Nullable Object answer) {
    if (!(answer instanceof Unsuccessful end)) {
      return future.complete(Unsuccessful.<T>cast(answer));
    }
    if (end.error() == null) {
      return future.complete(Unsuccessful.<T>cast(end.result()));
    }
    return future.completeExceptionally(end.error());
  }

  /**
   * Withdraws a cached answer, because what it says has changed. Whoever asks afterwards gets the
   * answer of a call that was begun afterwards. Does nothing without a cache.
   *
   * @param cacheKey what the answer is for, as in {@link CallOptions#cacheKey}
   */
  public void invalidate(Object cacheKey) {
    Store store = plan.store();
    Object question = gates.question(CallOptions.none().cacheKey(cacheKey));
    if (store != null && question != null) {
      store.invalidate(question);
    }
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return plan.name();
  }

  /**
   * The circuit breaker, to look at its state or to give it orders.
   *
   * @return the breaker, for a keyed pipeline that of the key; empty when there is none
   */
  public Optional<CircuitBreaker> circuitBreaker() {
    return Optional.ofNullable(gates.circuit());
  }

  /**
   * The retry, to listen to its decisions.
   *
   * @return the retry; empty when there is none
   */
  public Optional<Retry> retry() {
    return Optional.ofNullable(plan.retry());
  }

  /**
   * The hedge, to look at its numbers.
   *
   * @return the hedge; empty when there is none
   */
  public Optional<Hedge> hedge() {
    return Optional.ofNullable(plan.hedge());
  }

  /**
   * What the cache has done.
   *
   * @return its numbers, for a keyed pipeline those of all keys; empty when there is no cache
   */
  public Optional<AnswerCacheStats> cacheStats() {
    return Optional.ofNullable(plan.store()).map(Store::stats);
  }

  /**
   * The bulkhead, to look at it or to resize it.
   *
   * @return the bulkhead; empty when there is none, or when it sizes itself
   */
  public Optional<Bulkhead> bulkhead() {
    return gates.place() instanceof Bulkhead bulkhead ? Optional.of(bulkhead) : Optional.empty();
  }

  /**
   * The rate limiter, to look at it or to change its numbers.
   *
   * @return the limiter, for a keyed pipeline that of the key; empty when there is none, or a pacer
   */
  public Optional<RateLimiter> rateLimiter() {
    return gates.permit() instanceof RateLimiter limiter ? Optional.of(limiter) : Optional.empty();
  }

  boolean isOpen() {
    return gates.isOpen();
  }

  boolean hasFallback() {
    return !plan.recovery().alternatives().isEmpty();
  }

  @Override
  public String toString() {
    return plan.about().text();
  }
}
