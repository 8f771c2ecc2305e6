// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.CallOptions;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.Verdict;
import io.switchgear.core.internal.BudgetAccount;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call a second time when the first attempt is slow, and takes whichever succeeds first:
 * the few slowest calls cost about as much as a usual one, for a few calls more [1].
 *
 * <pre>{@code
 * Hedge rates = Hedge.named("rates").afterSlowest(0.05).idempotent(true).build();
 * Rates answer = rates.call(() -> api.rates(parcel));
 * }</pre>
 *
 * <p>Another attempt begins when the latest one hasn't ended after the delay, or at once when one
 * ends with {@link Verdict#FAILURE}; none does after a result that is ignored or throttled, or that
 * one of our own policies refused. The first {@link Verdict#SUCCESS} wins and all other attempts
 * are cancelled. When none succeeds, the result of the last one to end comes out, with the errors
 * of the others suppressed in it; a refusal by our own policies only if the dependency wasn't
 * called at all.
 *
 * <p>Only a call that may be made twice is hedged: the setting {@link HedgeConfig#idempotent}, or
 * the call's own {@link CallOptions}, must say so. All others are made once. One hedge should serve
 * all calls of one kind, since they share its budget and what it has learned.
 *
 * <pre>
 * [1] J. Dean, L. A. Barroso, The Tail at Scale, CACM 56 (2), 2013.
 * </pre>
 *
 * <p><b>Thread safety:</b> safe, without locks. <b>Blocking:</b> {@link #call} waits for its
 * attempts without holding a monitor; {@link #callAsync} never does.
 */
public final class Hedge {
  private static final System.Logger LOGGER = System.getLogger(Hedge.class.getName());

  private final HedgeConfig config;
  private final BudgetAccount budget;
  private final @Nullable LearnedDelay learned;
  private final LongAdder hedges = new LongAdder();
  private final LongAdder won = new LongAdder();
  private final LongAdder unpaid = new LongAdder();
  private final AtomicBoolean timerReported = new AtomicBoolean();

  Hedge(HedgeConfig config) {
    this.config = config;
    this.budget = new BudgetAccount(config.budget(), config.time().nanoTime());
    this.learned = config.learnedDelay();
  }

  /**
   * Begins the settings of a hedge: a second attempt for the slowest 5 % of calls.
   *
   * @param name what errors, logs and metrics call it
   * @return the settings; end with {@code build()}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static HedgeConfig named(String name) {
    return HedgeConfig.named(name);
  }

  /**
   * Makes a blocking call of which nothing else is known.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param call an attempt; several may run at once
   * @return as {@link #call(CallOptions, ThrowingSupplier)}
   * @throws E as there
   * @throws InterruptedException as there
   */
  public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
      throws E, InterruptedException {
    return call(CallOptions.none(), call);
  }

  /**
   * Makes a blocking call, and again when it is slow.
   *
   * <p>The attempts run on the executor of {@link HedgeConfig#executor}, so that this thread can
   * return when a later one wins; a loser's thread is interrupted, and only as long as it runs that
   * attempt. A call that may not be made twice runs on this thread, and so does one whose first
   * attempt the executor refuses.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param options the caller's deadline, and whether the call may be made twice
   * @param call an attempt; several may run at once
   * @return the result that won
   * @throws E when no attempt succeeds and the last one throws it
   * @throws InterruptedException when this thread is interrupted before the call has ended; all
   *     attempts are cancelled. When both come at the same moment, the result is returned and the
   *     thread stays interrupted.
   * @throws DeadlineOverException when the deadline is over before the first attempt, or before the
   *     executor has begun to run any; one that it would run later isn't made. An attempt that has
   *     begun isn't ended at the deadline; that is a timeout's job.
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      CallOptions options, ThrowingSupplier<T, E> call) throws E, InterruptedException {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(call, "call");
    options.deadline().check(name());
    if (!mayHedge(options)) {
      return call.get();
    }
    Launcher<T> launcher = new BlockingLauncher<>(this, options.deadline(), call);
    CompletableFuture<T> future = new HedgedCall<T>(this, options, launcher).start();
    Throwable error = await(future);
    if (error != null) {
      throw thrown(error, call);
    }
    return future.join();
  }

  /**
   * Waits for the end; what the call threw, as it is: get() and join() would unwrap and wrap it.
   */
  private static @Nullable Throwable await(CompletableFuture<?> future)
      throws InterruptedException {
    CompletableFuture<@Nullable Throwable> ended = future.handle((value, error) -> error);
    try {
      return ended.get();
    } catch (InterruptedException e) {
      if (future.cancel(true)) {
        throw e;
      }
      Thread.currentThread().interrupt();
      return ended.join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the stage can't fail", e);
    }
  }

  @SuppressWarnings("unchecked") // An exception that the call throws is an E or unchecked.
  private static <E extends Exception> E thrown(Throwable error, ThrowingSupplier<?, E> unused) {
    if (error instanceof Error defect) {
      throw defect;
    }
    return (E) error;
  }

  /**
   * Starts a call of which nothing else is known.
   *
   * @param <T> what the call returns
   * @param call starts an attempt; several may be under way at once
   * @return as {@link #callAsync(CallOptions, Supplier)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Supplier<? extends CompletionStage<T>> call) {
    return callAsync(CallOptions.none(), call);
  }

  /**
   * Starts a call, and again when it is slow. Cancelling the future that is returned cancels the
   * own futures of all attempts.
   *
   * @param <T> what the call returns
   * @param options the caller's deadline, and whether the call may be made twice
   * @param call starts an attempt: the first on this thread, others on the timer's or on the one
   *     that ended an attempt before, where it must not block; what it throws is the attempt's
   *     error
   * @return a future that completes with the result that won or, when no attempt succeeds, as the
   *     last one did; or with a {@link DeadlineOverException} when the deadline is over before the
   *     first attempt
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CallOptions options, Supplier<? extends CompletionStage<T>> call) {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(call, "call");
    try {
      options.deadline().check(name());
      return new HedgedCall<T>(this, options, new AsyncLauncher<>(call)).start();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * How long another attempt waits now, after the one before.
   *
   * @return the fixed delay, or the one that is learned by now
   */
  public Duration delay() {
    return Duration.ofNanos(delayNanos());
  }

  /**
   * What became of the attempts beyond the first.
   *
   * @return the numbers at this moment
   */
  public HedgeStats stats() {
    return new HedgeStats(hedges.sum(), won.sum(), unpaid.sum());
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return config.name();
  }

  HedgeConfig config() {
    return config;
  }

  boolean mayHedge(CallOptions options) {
    return options.isRepeatable(config.idempotent());
  }

  long delayNanos() {
    return learned == null ? config.fixedDelay().toNanos() : learned.nanos();
  }

  Verdict assess(@Nullable Object result, @Nullable Throwable error) {
    return config.verdicts().assess(result, error).verdict();
  }

  /** Pays for an attempt beyond the first. */
  boolean spend() {
    boolean paid = budget.spend(config.time().nanoTime());
    (paid ? hedges : unpaid).increment();
    return paid;
  }

  /** A call has succeeded. */
  void earn(boolean byHedge) {
    budget.earn();
    if (byHedge) {
      won.increment();
    }
  }

  void observe(long firstAttemptNanos) {
    if (learned != null) {
      learned.observe(firstAttemptNanos);
    }
  }

  /** Logged once: it would be the same for each call. */
  void reportTimer(Throwable error) {
    if (timerReported.compareAndSet(false, true)) {
      LOGGER.log(System.Logger.Level.WARNING, name() + ": slow calls aren't hedged", error);
    }
  }

  @Override
  public String toString() {
    return config.toString();
  }
}
