// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Gate;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.timeout.TimeoutExceededException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt that didn't succeed: an error, or a result that is read as something else
 * than a success. It takes the place of the result, so that those that do succeed need no wrapper.
 *
 * @param result what the call returned; null when it threw
 * @param error what the call threw, or the refusal because of which it wasn't made
 * @param assessment what it says about the dependency
 * @param made whether the call was made
 */
record Unsuccessful(
    @Nullable Object result, @Nullable Throwable error, Assessment assessment, boolean made) {
  private static final System.Logger LOGGER = System.getLogger(Pipeline.class.getName());

  /** What an attempt says that succeeded. */
  static final Assessment SUCCESS = Assessment.of(Verdict.SUCCESS);

  /** What an attempt says that couldn't be read. */
  static final Assessment IGNORED = Assessment.of(Verdict.IGNORED);

  static Unsuccessful threw(Throwable error, Assessment assessment) {
    return new Unsuccessful(null, error, assessment, true);
  }

  static Unsuccessful returned(@Nullable Object result, Assessment assessment) {
    return new Unsuccessful(result, null, assessment, true);
  }

  /** The call wasn't made: a gate refused it, or failed, which none should. */
  static Unsuccessful notMade(Throwable error) {
    return new Unsuccessful(null, error, IGNORED, false);
  }

  /** The caller has gone, so that nobody will know how the call ends. */
  static Unsuccessful givenUp() {
    return notMade(new CancellationException("The caller has gone"));
  }

  /** The refusal in an answer of an attempt that wasn't made; null in any other. */
  static @Nullable CallRejectedException refusalIn(@Nullable Object answer) {
    if (answer instanceof Unsuccessful end && !end.made) {
      return end.error instanceof CallRejectedException refusal ? refusal : null;
    }
    return null;
  }

  /** What any answer to an attempt says, for policies that read answers themselves. */
  static Assessment read(@Nullable Object answer, @Nullable Throwable error) {
    if (error != null) {
      return IGNORED;
    }
    return answer instanceof Unsuccessful end ? end.assessment : SUCCESS;
  }

  /** A result as what it is. */
  // It came out of a call or an alternative for T, and is null only if they may give null.
  @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
  static <T extends @Nullable Object> T cast(@Nullable Object result) {
    return (T) result;
  }

  /** Ends a gate's ticket, if there is a gate, with what any answer to an attempt says. */
  static void end(@Nullable Gate gate, long ticket, @Nullable Object answer) {
    if (answer instanceof Unsuccessful end) {
      end.leave(gate, ticket);
    } else if (gate != null) {
      try {
        gate.exit(ticket, SUCCESS);
      } catch (RuntimeException | Error hookError) {
        reportBroken(hookError);
      }
    }
  }

  /** A hook, such as a gate's chance or a key, threw; the call has its answer all the same. */
  static void reportBroken(Throwable hookError) {
    LOGGER.log(System.Logger.Level.ERROR, "A hook of a policy failed beside a call", hookError);
  }

  /** Ends a gate's ticket, if there is a gate, with what this says. */
  void leave(@Nullable Gate gate, long ticket) {
    if (gate == null) {
      return;
    }
    try {
      if (made) {
        gate.exit(ticket, assessment);
      } else {
        gate.cancel(ticket);
      }
    } catch (RuntimeException | Error hookError) {
      // The call's own end is what counts, and the gates around this one have to be left as well.
      if (error == null) {
        reportBroken(hookError);
      } else {
        suppress(hookError);
      }
    }
  }

  /** Whether something else may take the place of the missing answer. */
  boolean maySubstitute() {
    return isMissing(error, assessment.verdict());
  }

  /**
   * Whether an answer is missing that somebody else could give. The caller's own mistakes and its
   * wish to stop are passed on: to hide them behind an answer would help nobody.
   */
  static boolean isMissing(@Nullable Throwable error, Verdict verdict) {
    if (error instanceof CallRejectedException refusal) {
      return refusal.reason() != RejectionReason.INTERRUPTED;
    }
    if (error != null && Verdicts.unwrap(error) instanceof InterruptedException) {
      return false;
    }
    return switch (verdict) {
      case FAILURE, THROTTLED -> !(error instanceof Error);
      // A deadline that cut an attempt short says nothing of the dependency; the answer is missing.
      case SUCCESS, IGNORED -> error != null && isByOurselves(Verdicts.unwrap(error));
    };
  }

  /** Whether a time limit, a timer or an executor of our own kept the answer away. */
  private static boolean isByOurselves(Throwable cause) {
    return cause instanceof TimeoutExceededException || cause instanceof RejectedExecutionException;
  }

  /** What a retry looks at: the error without the wrappers of futures. */
  @Nullable Throwable cause() {
    return error == null ? null : Verdicts.unwrap(error);
  }

  /** Notes what else went wrong on the way. */
  void suppress(Throwable other) {
    // The refusals of a policy are shared by many calls, and none of them must grow.
    if (error != null && !(error instanceof CallRejectedException)) {
      suppress(error, other);
    }
  }

  static void suppress(Throwable error, Throwable other) {
    if (error != other) {
      error.addSuppressed(other);
    }
  }
}
