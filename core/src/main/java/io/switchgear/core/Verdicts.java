// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads finished calls: says for each what it tells about the dependency.
 *
 * <p>Called once for each call, on the thread that finished it; must not block. Should it throw,
 * the call's permit is given back as if the result were {@link Verdict#IGNORED}.
 *
 * <p><b>Thread safety:</b> implementations must be safe for use by many threads.
 *
 * @param <R> the results it can read
 */
@FunctionalInterface
public interface Verdicts<R extends @Nullable Object> {

  /**
   * Reads one finished call.
   *
   * @param result what the call returned; null when it failed or returned null
   * @param error what the call threw, without the wrappers of futures; null when it returned
   * @return the reading
   */
  Assessment assess(@Nullable R result, @Nullable Throwable error);

  /**
   * The default reading: any return is a success; a rejection by one of our own policies, a
   * cancellation, an interrupt and an {@link Error} are ignored, since the dependency has no part
   * in them; any other exception is a failure.
   *
   * @return the default reading
   */
  static Verdicts<@Nullable Object> standard() {
    return StandardVerdicts.INSTANCE;
  }

  /**
   * Takes the wrappers that futures put around an exception away.
   *
   * @param error an exception as a future reports it
   * @return the innermost exception that isn't a wrapper; the exception itself when its causes go
   *     round in a circle
   */
  static Throwable unwrap(Throwable error) {
    Throwable inner = error;
    // Futures wrap once or twice; causes that go round in a circle have no innermost one.
    for (int wrappers = 0; wrappers < 100; wrappers++) {
      boolean wraps = inner instanceof CompletionException || inner instanceof ExecutionException;
      Throwable cause = wraps ? inner.getCause() : null;
      if (cause == null) {
        return inner;
      }
      inner = cause;
    }
    return error;
  }

  /** The default reading as one object, so that it can be compared and printed. */
  enum StandardVerdicts implements Verdicts<@Nullable Object> {
    /** The only one. */
    INSTANCE;

    @Override
    public Assessment assess(@Nullable Object result, @Nullable Throwable error) {
      if (error == null) {
        return Assessment.SUCCESS;
      }
      boolean ours =
          error instanceof CallRejectedException
              || error instanceof CancellationException
              || error instanceof InterruptedException
              || error instanceof RejectedExecutionException
              || error instanceof Error;
      return Assessment.of(ours ? Verdict.IGNORED : Verdict.FAILURE);
    }
  }
}
