// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.timeout.TimeoutExceededException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads what attempts end with, once for all policies of a pipeline.
 *
 * @param verdicts reads results and errors
 * @param deadlineCounts whether an attempt that the deadline ended is a failure of the dependency:
 *     only when the deadline is the one limit that the pipeline has
 * @param <T> what the calls return
 */
record Reader<T extends @Nullable Object>(Verdicts<? super T> verdicts, boolean deadlineCounts) {

  /**
   * What an attempt that threw says: nothing when the verdicts throw, which the error then knows.
   */
  Assessment readError(Throwable error) {
    Throwable cause = Verdicts.unwrap(error);
    if (!deadlineCounts && cause instanceof TimeoutExceededException limit && limit.isDeadline()) {
      return Unsuccessful.IGNORED;
    }
    try {
      return checked(verdicts.assess(null, cause));
    } catch (Throwable hookError) {
      if (error != hookError) {
        error.addSuppressed(hookError);
      }
      return Unsuccessful.IGNORED;
    }
  }

  /** The answer of an attempt that returned: its result if that is a success. */
  @Nullable Object answer(T result) {
    try {
      Assessment assessment = checked(verdicts.assess(result, null));
      boolean succeeded = assessment.verdict() == Verdict.SUCCESS;
      return succeeded ? result : Unsuccessful.returned(result, assessment);
    } catch (Throwable hookError) {
      return Unsuccessful.threw(hookError, Unsuccessful.IGNORED);
    }
  }

  /** Verdicts that give nothing are as broken as those that throw. */
  private static Assessment checked(Assessment assessment) {
    return Objects.requireNonNull(assessment, "the verdicts gave no assessment");
  }
}
