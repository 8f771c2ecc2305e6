// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.bulkhead.AdaptiveConcurrency;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.cache.AnswerCacheConfig;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.CallOptions;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RandomSource;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.Arguments;
import io.switchgear.hedge.HedgeConfig;
import io.switchgear.pipeline.Outcome.Origin;
import io.switchgear.pipeline.Recovery.Alternative;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pipeline. Begin with {@link Pipeline#named}; each method gives a copy with one
 * setting changed. The policies are written in the order in which a call meets them, any of them
 * may be left out, and {@link #build} refuses another order:
 *
 * <ol>
 *   <li>{@link #fallback} or {@link #noFallback} sees every refusal and failure of the others.
 *   <li>{@link #deadline} bounds all attempts and waits together.
 *   <li>{@link #cache} gives an answer that is there; what a fallback says is never kept.
 *   <li>{@link #retry} makes further attempts, each of which passes what is below anew.
 *   <li>{@link #hedge} makes a second attempt beside a slow one.
 *   <li>{@link #circuitBreaker} comes before whatever costs something. It is asked twice: before
 *       the waits, and once more when the attempt really begins, so that a call that stood in a
 *       queue while the circuit opened isn't sent any more.
 *   <li>{@link #bulkhead} gives the attempt its place.
 *   <li>{@link #rateLimiter} or {@link #pacer} gives it its permit, right before it begins.
 *   <li>{@link #timeout} bounds the attempt alone.
 * </ol>
 *
 * <p>Policies that are made from settings get the pipeline's name, time, chance and verdicts. One
 * that is given ready-made keeps its own, and may serve several pipelines.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param <T> what the calls return
 */
public final class PipelineConfig<T extends @Nullable Object> {
  private final Parts<T> parts;

  private PipelineConfig(Parts<T> parts) {
    this.parts = parts;
  }

  static <T extends @Nullable Object> PipelineConfig<T> named(String name) {
    return new PipelineConfig<>(new Parts<>(Arguments.name("name", name)));
  }

  private PipelineConfig<T> with(Step step, Consumer<Parts<T>> change) {
    return with(
        copy -> {
          copy.steps.add(step);
          change.accept(copy);
        });
  }

  private PipelineConfig<T> with(Consumer<Parts<T>> change) {
    Parts<T> copy = parts.copy();
    change.accept(copy);
    return new PipelineConfig<>(copy);
  }

  /**
   * What is answered when the call is refused, fails or is throttled in the end: a value of less
   * worth. Several fallbacks are tried in the order in which they are written; one that throws is
   * skipped. Mistakes of the caller ({@code IGNORED}), interrupts and {@link Error}s are passed on.
   *
   * @param value gives the value, on the thread that learned of the failure; must not block in
   *     asynchronous calls
   * @return a copy with this fallback after the former ones
   */
  public PipelineConfig<T> fallback(Supplier<? extends T> value) {
    Objects.requireNonNull(value, "fallback");
    return fallback(failed -> value.get());
  }

  /**
   * The same for a value that depends on how the call ended.
   *
   * @param value gives the value for the outcome that isn't a success
   * @return a copy with this fallback after the former ones
   */
  public PipelineConfig<T> fallback(Function<? super Outcome<T>, ? extends T> value) {
    Objects.requireNonNull(value, "fallback");
    return with(
        Step.FALLBACK, copy -> copy.alternatives.add(new Alternative<>(Origin.DEGRADED, value)));
  }

  /**
   * Says that nothing takes the place of a missing answer. A call that a policy refused ends with
   * an {@link UnavailableException} with this message and the time after which to try again. A call
   * that was made ends with its own error, since nobody knows what it has done.
   *
   * @param message what whoever waits for the answer is told
   * @return a copy that says so
   * @throws IllegalArgumentException when blank
   */
  public PipelineConfig<T> noFallback(String message) {
    String checked = Arguments.notBlank("message", message);
    return with(Step.FALLBACK, copy -> copy.refusalMessage = checked);
  }

  /**
   * How long a call may take with all its attempts and waits. The caller's own deadline counts if
   * it comes earlier. Default: as long as the caller says.
   *
   * @param deadline 1 ms to 366 days
   * @return a copy with this deadline
   * @throws IllegalArgumentException when out of range
   */
  public PipelineConfig<T> deadline(Duration deadline) {
    Duration checked = Arguments.positive("deadline", deadline);
    return with(Step.DEADLINE, copy -> copy.deadline = checked);
  }

  /**
   * Keeps answers, for calls that say what they ask for ({@link CallOptions#cacheKey}): fresh ones
   * are given without a call, older ones while a new one is asked for or when the call is refused
   * or fails, as the settings say. With keys, each key has its own answers. Default: no cache.
   *
   * @param cache the settings
   * @return a copy with this cache
   */
  public PipelineConfig<T> cache(AnswerCacheConfig cache) {
    checkVerdicts("cache", Objects.requireNonNull(cache, "cache").verdicts());
    return with(Step.CACHE, copy -> copy.cacheSettings = cache);
  }

  /**
   * Makes further attempts. Default: none.
   *
   * @param retry the settings
   * @return a copy with this retry
   */
  public PipelineConfig<T> retry(RetryConfig retry) {
    checkVerdicts("retry", Objects.requireNonNull(retry, "retry").verdicts());
    return with(Step.RETRY, copy -> copy.retrySettings = retry);
  }

  /**
   * Makes further attempts with a retry whose budget other pipelines share.
   *
   * @param retry the retry
   * @return a copy with this retry
   */
  public PipelineConfig<T> retry(Retry retry) {
    Objects.requireNonNull(retry, "retry");
    return with(Step.RETRY, copy -> copy.retry = retry);
  }

  /**
   * Makes a second attempt beside one that is slow, and takes whichever succeeds first, for calls
   * that may be made twice. In blocking calls the attempts run on {@link HedgeConfig#executor}.
   * Default: none.
   *
   * @param hedge the settings
   * @return a copy with this hedge
   */
  public PipelineConfig<T> hedge(HedgeConfig hedge) {
    checkVerdicts("hedge", Objects.requireNonNull(hedge, "hedge").verdicts());
    return with(Step.HEDGE, copy -> copy.hedgeSettings = hedge);
  }

  /**
   * Refuses calls while the dependency is in trouble. Default: never.
   *
   * @param breaker the settings
   * @return a copy with this breaker
   */
  public PipelineConfig<T> circuitBreaker(CircuitBreakerConfig breaker) {
    checkVerdicts("circuitBreaker", Objects.requireNonNull(breaker, "circuitBreaker").verdicts());
    return with(Step.CIRCUIT_BREAKER, copy -> copy.circuitSettings = breaker);
  }

  /**
   * Refuses calls while the dependency is in trouble, with a breaker that others use as well.
   *
   * @param breaker the breaker
   * @return a copy with this breaker
   */
  public PipelineConfig<T> circuitBreaker(CircuitBreaker breaker) {
    Objects.requireNonNull(breaker, "circuitBreaker");
    return with(Step.CIRCUIT_BREAKER, copy -> copy.circuit = breaker);
  }

  /**
   * Whose results the circuit breaker learns. Default: {@link Records#ATTEMPT}.
   *
   * @param records attempts or operations
   * @return a copy with this choice
   */
  public PipelineConfig<T> records(Records records) {
    Objects.requireNonNull(records, "records");
    return with(copy -> copy.records = records);
  }

  /**
   * Bounds how many attempts run at the same time; none waits for its place. Default: no bound.
   *
   * @param maxConcurrent 1 to 1,000,000
   * @return a copy with this bulkhead
   * @throws IllegalArgumentException when out of range
   */
  public PipelineConfig<T> bulkhead(int maxConcurrent) {
    return bulkhead(Bulkhead.named(parts.name).maxConcurrent(maxConcurrent));
  }

  /**
   * Bounds how many attempts run at the same time.
   *
   * @param bulkhead the settings
   * @return a copy with this bulkhead
   */
  public PipelineConfig<T> bulkhead(BulkheadConfig bulkhead) {
    Objects.requireNonNull(bulkhead, "bulkhead");
    return with(Step.BULKHEAD, copy -> copy.placeSettings = bulkhead);
  }

  /**
   * Bounds how many attempts run at the same time, together with others that use the bulkhead.
   *
   * @param bulkhead the bulkhead
   * @return a copy with this bulkhead
   */
  public PipelineConfig<T> bulkhead(Bulkhead bulkhead) {
    Objects.requireNonNull(bulkhead, "bulkhead");
    return with(Step.BULKHEAD, copy -> copy.place = bulkhead);
  }

  /**
   * Bounds how many attempts run at the same time by a number that follows the dependency.
   *
   * @param bulkhead the bulkhead with what sizes it
   * @return a copy with this bulkhead
   */
  public PipelineConfig<T> bulkhead(AdaptiveConcurrency bulkhead) {
    Objects.requireNonNull(bulkhead, "bulkhead");
    return with(Step.BULKHEAD, copy -> copy.place = bulkhead);
  }

  /**
   * Bounds how many attempts begin in a stretch of time. How long a call waits for its permit is
   * {@link RateLimiterConfig#maxWait}. Default: no bound.
   *
   * @param limiter the settings
   * @return a copy with this limiter
   */
  public PipelineConfig<T> rateLimiter(RateLimiterConfig limiter) {
    Objects.requireNonNull(limiter, "rateLimiter");
    return with(Step.RATE_LIMITER, copy -> copy.limiterSettings = limiter);
  }

  /**
   * Bounds how many attempts begin in a stretch of time, together with others that use the limiter.
   *
   * @param limiter the limiter
   * @return a copy with this limiter
   */
  public PipelineConfig<T> rateLimiter(RateLimiter limiter) {
    Objects.requireNonNull(limiter, "rateLimiter");
    return with(Step.RATE_LIMITER, copy -> copy.permit = limiter);
  }

  /**
   * Spreads attempts evenly below a limit that is learned from the dependency's refusals. Takes the
   * place of {@link #rateLimiter}.
   *
   * @param pacer the settings
   * @return a copy with this pacer
   */
  public PipelineConfig<T> pacer(AdaptivePacerConfig pacer) {
    Objects.requireNonNull(pacer, "pacer");
    return with(Step.PACER, copy -> copy.pacerSettings = pacer);
  }

  /**
   * Spreads attempts evenly, together with others that use the pacer.
   *
   * @param pacer the pacer
   * @return a copy with this pacer
   */
  public PipelineConfig<T> pacer(AdaptivePacer pacer) {
    Objects.requireNonNull(pacer, "pacer");
    return with(Step.PACER, copy -> copy.permit = pacer);
  }

  /**
   * How long an attempt may take. Default: as long as the deadline allows.
   *
   * @param timeout 1 ms to 366 days
   * @return a copy with this limit
   * @throws IllegalArgumentException when out of range
   */
  public PipelineConfig<T> timeout(Duration timeout) {
    Duration checked = Arguments.positive("timeout", timeout);
    return with(Step.TIMEOUT, copy -> copy.timeout = checked);
  }

  /**
   * Says that calls keep the deadline in their {@link CallOptions} by themselves, as a client with
   * timeouts of its own does: no timer is set for it. The waits between attempts keep it all the
   * same. Default: an attempt is ended at the deadline. Has no place in the order.
   *
   * @return a copy that says so
   */
  public PipelineConfig<T> callsKeepDeadline() {
    return with(copy -> copy.callsKeepDeadline = true);
  }

  /**
   * How finished attempts are read, by all policies. Default: {@link Verdicts#standard()}. Has no
   * place in the order.
   *
   * @param verdicts reads results and errors
   * @return a copy with this reading
   */
  public PipelineConfig<T> verdicts(Verdicts<? super T> verdicts) {
    Objects.requireNonNull(verdicts, "verdicts");
    return with(copy -> copy.verdicts = verdicts);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}. Has no place in the order.
   *
   * @param time the time
   * @return a copy with this time
   */
  public PipelineConfig<T> time(TimeSource time) {
    Objects.requireNonNull(time, "time");
    return with(copy -> copy.time = time);
  }

  /**
   * Where chance comes from. Default: {@link RandomSource#system()}. Has no place in the order.
   *
   * @param random the chance
   * @return a copy with this chance
   */
  public PipelineConfig<T> random(RandomSource random) {
    Objects.requireNonNull(random, "random");
    return with(copy -> copy.random = random);
  }

  private static void checkVerdicts(String policy, Verdicts<?> verdicts) {
    if (verdicts != Verdicts.standard()) {
      throw new IllegalArgumentException(
          "the verdicts of "
              + policy
              + " must be given to the pipeline, which reads each result once");
    }
  }

  /**
   * Makes one pipeline.
   *
   * @return the pipeline
   * @throws IllegalArgumentException when the policies are written in an order that doesn't work,
   *     or one of them twice, or when settings contradict each other: fallback and noFallback, a
   *     timeout above the deadline, {@link Records#OPERATION} without a breaker
   */
  public Pipeline<T> build() {
    parts.check();
    return new Pipeline<>(new Operations<>(parts.plan()), parts.gates());
  }

  /**
   * Makes a pipeline for each key, for at most 100,000 keys.
   *
   * @param <K> the keys, as for {@link #keyed(KeyLimits)}
   * @return the family of pipelines
   * @throws IllegalArgumentException as {@link #build} does
   */
  public <K> KeyedPipeline<K, T> keyed() {
    return keyed(KeyLimits.maxKeys(100_000));
  }

  /**
   * Makes a pipeline for each key. Each key has a circuit breaker and a rate limiter or pacer of
   * its own, as far as they are made from settings; all keys share the bulkhead and the retry's
   * budget.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @param limits how many keys are remembered and for how long
   * @return the family of pipelines
   * @throws IllegalArgumentException as {@link #build} does; when no policy would have keys; or
   *     when the breaker is ready-made, so that all keys would share its circuit
   */
  public <K> KeyedPipeline<K, T> keyed(KeyLimits limits) {
    Objects.requireNonNull(limits, "limits");
    parts.checkKeyed();
    return new KeyedPipeline<>(parts, limits);
  }

  /**
   * Whether something else than a call may give an answer: a fallback or a cache.
   *
   * @return whether it has one of them
   */
  public boolean answersOtherwise() {
    return !parts.alternatives.isEmpty() || parts.cacheSettings != null;
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return parts.name;
  }

  @Override
  public String toString() {
    return parts.text();
  }
}
