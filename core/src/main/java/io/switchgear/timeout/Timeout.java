// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdicts;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how long a call may take, so that a slow dependency doesn't hold threads and callers.
 *
 * <pre>{@code
 * Timeout erp = Timeout.named("erp").after(ofSeconds(2)).build();
 * Receipt receipt = erp.call(() -> client.post(invoice));
 * }</pre>
 *
 * <p>A blocking call stays on its caller's thread, which is interrupted at the limit: code that
 * heeds interrupts, as all blocking code of the JDK but some old sockets does, ends then. Code that
 * doesn't goes on, and its caller with it; a {@code Bulkhead} counts it as long as it runs.
 *
 * <p><b>Thread safety:</b> safe. The call that ends in time takes no lock. <b>Blocking:</b> never
 * by itself.
 */
public final class Timeout {
  private final TimeoutConfig config;

  Timeout(TimeoutConfig config) {
    this.config = config;
  }

  /**
   * Begins the settings of a timeout. Unless set otherwise a call may take 10 s.
   *
   * @param name what errors, logs and metrics call it
   * @return the settings; end with {@code build()}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static TimeoutConfig named(String name) {
    return TimeoutConfig.named(name);
  }

  /**
   * Makes a blocking call and interrupts it at the limit.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param call the call; runs on this thread
   * @return its result
   * @throws E when the call throws it in time
   * @throws TimeoutExceededException when the limit came before the call's end, whatever that was,
   *     unless it was an {@link Error}
   */
  public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
      throws E {
    return call(CallOptions.none(), call);
  }

  /**
   * Makes a blocking call and interrupts it at the limit or at the caller's deadline.
   *
   * <p>Afterwards the thread is interrupted only if somebody else interrupts it. There is one thing
   * that nobody can tell: an interrupt by somebody else that comes between ours and the end of the
   * call is taken for ours.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param options the caller's deadline
   * @param call the call; runs on this thread
   * @return its result
   * @throws E when the call throws it in time
   * @throws TimeoutExceededException when the limit came before the call's end, whatever that was,
   *     unless it was an {@link Error}
   * @throws DeadlineOverException when the deadline is over before
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      CallOptions options, ThrowingSupplier<T, E> call) throws E {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(call, "call");
    options.deadline().check(name());
    Limit limit = limit(options.deadline());
    TimedCall timed = new TimedCall();
    ScheduledTask timer = config.time().schedule(limit.duration(), timed::expire);
    T result;
    timed.begin();
    try {
      result = call.get();
    } catch (Throwable e) {
      if (endsInTime(timed, timer) || e instanceof Error) {
        throw e;
      }
      throw exceeded(limit, e);
    }
    if (endsInTime(timed, timer)) {
      return result;
    }
    throw exceeded(limit, null);
  }

  private static boolean endsInTime(TimedCall timed, ScheduledTask timer) {
    boolean inTime = timed.end();
    if (inTime) {
      timer.cancel();
    }
    return inTime;
  }

  /**
   * Starts a call that must complete within the limit.
   *
   * @param <T> what the call returns
   * @param call starts the call
   * @return as {@link #callAsync(CallOptions, Supplier)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Supplier<? extends CompletionStage<T>> call) {
    return callAsync(CallOptions.none(), call);
  }

  /**
   * Starts a call that must complete within the limit and before the caller's deadline. When it
   * doesn't, or when the future that is returned is cancelled, the call's own future is cancelled.
   *
   * <p>At the limit the future completes on the timer's thread; what depends on it must not block
   * there.
   *
   * @param <T> what the call returns
   * @param options the caller's deadline
   * @param call starts the call on this thread; what it throws completes the future
   * @return a future that completes with the call's result, with its error, with a {@link
   *     TimeoutExceededException}, or with a {@link DeadlineOverException} when the deadline is
   *     over before
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CallOptions options, Supplier<? extends CompletionStage<T>> call) {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(call, "call");
    CompletableFuture<T> future = new CompletableFuture<>();
    try {
      options.deadline().check(name());
      limit(future, limit(options.deadline()));
      CompletionStage<T> started = Objects.requireNonNull(call.get(), "the call gave no stage");
      var unused =
          future.whenComplete((result, error) -> started.toCompletableFuture().cancel(true));
      started.whenComplete((result, error) -> finish(future, result, error));
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
    return future;
  }

  private TimeoutExceededException exceeded(Limit limit, @Nullable Throwable cause) {
    return new TimeoutExceededException(name(), limit.duration(), limit.deadline(), cause);
  }

  private void limit(CompletableFuture<?> future, Limit limit) {
    Runnable expire = () -> future.completeExceptionally(exceeded(limit, null));
    ScheduledTask timer = config.time().schedule(limit.duration(), expire);
    var unused = future.whenComplete((result, error) -> timer.cancel());
  }

  private static <T extends @Nullable Object> void finish(
      CompletableFuture<T> future, T result, @Nullable Throwable error) {
    if (error == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(Verdicts.unwrap(error));
    }
  }

  private Limit limit(Deadline deadline) {
    long ownNanos = config.limit().toNanos();
    long leftNanos = deadline.remainingNanos();
    return new Limit(Duration.ofNanos(Math.min(ownNanos, leftNanos)), leftNanos < ownNanos);
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return config.name();
  }

  @Override
  public String toString() {
    return config.toString();
  }

  /** How long a call may take, and whether that is its caller's limit. */
  private record Limit(Duration duration, boolean deadline) {}
}
