// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.Subscription;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.BudgetAccount;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call again when it failed, after a wait that grows and varies.
 *
 * <pre>{@code
 * Retry erp = exponential(ofMillis(200)).upTo(ofSeconds(5)).maxAttempts(3).name("erp").build();
 * Rates rates = erp.call(() -> api.rates(parcel));
 * }</pre>
 *
 * <p>A call is made again when its result is read as {@link Verdict#FAILURE} or {@link
 * Verdict#THROTTLED}, when it may be made twice, when attempts, deadline and budget allow it, and
 * when the wait that the dependency asks for isn't too long. Otherwise the call ends at once with
 * its last result or error, unchanged. One retry should serve all calls to a dependency, since they
 * share its budget.
 *
 * <p><b>Thread safety:</b> safe, without locks. <b>Blocking:</b> {@link #call} waits between
 * attempts without holding a monitor; {@link #callAsync} never does.
 */
public final class Retry {
  private final RetryConfig config;
  private final BudgetAccount budget;
  private final RetryListeners listeners = new RetryListeners();

  Retry(RetryConfig config) {
    this.config = config;
    this.budget = new BudgetAccount(config.budget(), config.time().nanoTime());
  }

  /**
   * Begins the settings of a retry: three attempts at most, with exponential waits from 200 ms up
   * to 5 s and full jitter. {@link RetryConfig} has other beginnings.
   *
   * @param name what decisions, logs and metrics call it
   * @return the settings; end with {@code build()}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static RetryConfig named(String name) {
    return RetryConfig.exponential(Duration.ofMillis(200)).name(name);
  }

  /**
   * Makes a blocking call, and again when it fails.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param call the call; runs on this thread
   * @return its last result
   * @throws E when its last attempt throws it
   */
  public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
      throws E {
    return call(CallOptions.none(), call);
  }

  /**
   * Makes a blocking call, and again when it fails. When the thread is interrupted during a wait,
   * the call ends at once with its last result or error, and the thread stays interrupted.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param options the caller's deadline, and whether the call may be made twice
   * @param call the call; runs on this thread
   * @return its last result
   * @throws E when its last attempt throws it
   * @throws DeadlineOverException when the deadline is over before the first attempt
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      CallOptions options, ThrowingSupplier<T, E> call) throws E {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(call, "call");
    options.deadline().check(name());
    RetryRun run = null;
    while (true) {
      T result;
      try {
        result = call.get();
      } catch (Throwable e) {
        run = run == null ? begin(options) : run;
        if (!goesOn(run, e)) {
          throw e;
        }
        continue;
      }
      Assessment assessment = config.verdicts().assess(result, null);
      if (run == null && assessment.verdict() == Verdict.SUCCESS) {
        succeeded();
        return result;
      }
      run = run == null ? begin(options) : run;
      if (!run.pause(run.next(assessment, null))) {
        return result;
      }
    }
  }

  /** Whether the call goes on after an error; has waited then. */
  private boolean goesOn(RetryRun run, Throwable error) {
    try {
      return run.pause(run.next(assess(error), Verdicts.unwrap(error)));
    } catch (Throwable hookError) {
      suppress(error, hookError);
      return false;
    }
  }

  /**
   * Starts a call, and again when it fails.
   *
   * @param <T> what the call returns
   * @param call starts an attempt
   * @return as {@link #callAsync(CallOptions, Supplier)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Supplier<? extends CompletionStage<T>> call) {
    return callAsync(CallOptions.none(), call);
  }

  /**
   * Starts a call, and again when it fails. Cancelling the future that is returned cancels the own
   * future of the attempt under way, or the wait for the next one.
   *
   * @param <T> what the call returns
   * @param options the caller's deadline, and whether the call may be made twice
   * @param call starts an attempt: the first on this thread, the others on the timer's, where it
   *     must not block; what it throws counts as the attempt's error
   * @return a future that completes with the last attempt's result or with its error; or with a
   *     {@link DeadlineOverException} when the deadline is over before the first attempt
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CallOptions options, Supplier<? extends CompletionStage<T>> call) {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(call, "call");
    return new AsyncRetry<T>(this, options, call).start();
  }

  /**
   * Begins a call whose attempts somebody else makes. To spare the healthy case an object, it may
   * be begun when the first attempt has failed; then {@link #succeeded} must be told of each first
   * attempt that succeeds.
   *
   * @param options the caller's deadline, and whether the call may be made twice
   * @return the call before its first attempt has ended
   */
  public RetryRun begin(CallOptions options) {
    return new RetryRun(this, Objects.requireNonNull(options, "options"));
  }

  /** A call without a run has succeeded at its first attempt, which earns a share of a retry. */
  public void succeeded() {
    budget.earn();
  }

  /**
   * Has a listener told what follows attempts.
   *
   * @param listener the listener
   * @return a handle that removes it
   */
  public Subscription onDecision(RetryListener listener) {
    return listeners.subscribe(Objects.requireNonNull(listener, "listener"));
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return config.name();
  }

  RetryConfig config() {
    return config;
  }

  Assessment assess(Throwable error) {
    return config.verdicts().assess(null, Verdicts.unwrap(error));
  }

  boolean spend() {
    return budget.spend(config.time().nanoTime());
  }

  void deliver(RetryDecision decision) {
    listeners.deliver(decision);
  }

  static void suppress(Throwable error, Throwable hookError) {
    if (error != hookError) {
      error.addSuppressed(hookError);
    }
  }

  @Override
  public String toString() {
    return config.toString();
  }
}
