// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.cache.LoadEnd.Meaning;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Reads the ends of loads: pure functions, apart from what the verdicts do. */
record LoadReading(Verdicts<? super @Nullable Object> verdicts) {

  /** The end of a load that returned. What the verdicts throw comes out. */
  <V extends @Nullable Object> LoadEnd<V> returned(V result) {
    return new LoadEnd.Returned<>(result, meaning(verdicts.assess(result, null).verdict()));
  }

  /**
   * The end of a load that threw.
   *
   * @param callerGone whether whoever made the call doesn't wait any more: his failure may come
   *     from that
   */
  <V extends @Nullable Object> LoadEnd<V> threw(Throwable error, boolean callerGone) {
    Throwable inner = Verdicts.unwrap(error);
    boolean refused =
        inner instanceof CallRejectedException || inner instanceof RejectedExecutionException;
    Meaning meaning = refused ? Meaning.FAILURE : read(error, inner);
    return new LoadEnd.Threw<>(error, meaning, !callerGone && !isPersonal(inner));
  }

  private Meaning read(Throwable error, Throwable inner) {
    try {
      Meaning meaning = meaning(verdicts.assess(null, inner).verdict());
      // An error is never an answer, whatever the verdicts say.
      return meaning == Meaning.ANSWER ? Meaning.PASSED_ON : meaning;
    } catch (Throwable hookError) {
      if (hookError != error) {
        error.addSuppressed(hookError);
      }
      return Meaning.PASSED_ON;
    }
  }

  /** Whether the error concerns the one who made the call and nobody else. */
  private static boolean isPersonal(Throwable error) {
    return error instanceof InterruptedException
        || error instanceof CancellationException
        || error instanceof Error
        || (error instanceof CallRejectedException refusal && isPersonal(refusal.reason()));
  }

  private static boolean isPersonal(RejectionReason reason) {
    return reason == RejectionReason.DEADLINE_OVER || reason == RejectionReason.INTERRUPTED;
  }

  private static Meaning meaning(Verdict verdict) {
    return switch (verdict) {
      case SUCCESS -> Meaning.ANSWER;
      case IGNORED -> Meaning.PASSED_ON;
      case FAILURE, THROTTLED -> Meaning.FAILURE;
    };
  }
}
