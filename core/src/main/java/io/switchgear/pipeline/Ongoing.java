// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.Assessment;
import io.switchgear.core.Gate;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a pipeline does with answers whose result goes on after the call has returned it. */
final class Ongoing {
  private Ongoing() {}

  /** The result that goes on in an answer; null when it is over. */
  static @Nullable OngoingResult in(@Nullable Object answer) {
    Object result = answer instanceof Unsuccessful end ? end.result() : answer;
    return result instanceof OngoingResult ongoing ? ongoing : null;
  }

  /** Nobody will see the answer. */
  static void discard(@Nullable Object answer) {
    OngoingResult ongoing = in(answer);
    if (ongoing == null) {
      return;
    }
    try {
      ongoing.discard();
    } catch (RuntimeException | Error e) {
      Unsuccessful.reportBroken(e);
    }
  }

  /** An attempt of a hedged call has ended: its answer is one that nobody sees unless chosen. */
  static void discardUnlessChosen(
      @Nullable Object answer, CompletableFuture<@Nullable Object> choice) {
    if (in(answer) != null) {
      var unused =
          choice.whenComplete(
              (chosen, error) -> {
                if (chosen != answer) {
                  discard(answer);
                }
              });
    }
  }

  /** Hands the answer on when it is over, as what its end has made of it. */
  static void whenOver(@Nullable Object answer, Reader<?> reader, Consumer<@Nullable Object> next) {
    OngoingResult ongoing = in(answer);
    if (ongoing == null) {
      next.accept(answer);
      return;
    }
    try {
      ongoing.ended().whenComplete((end, error) -> next.accept(over(answer, end, error, reader)));
    } catch (RuntimeException | Error e) {
      // One that doesn't say when it ends is taken as over.
      Unsuccessful.reportBroken(e);
      next.accept(answer);
    }
  }

  /** The same for the ticket of a gate. */
  static void leaveWhenOver(Gate gate, long ticket, @Nullable Object answer, Reader<?> reader) {
    whenOver(answer, reader, over -> Unsuccessful.end(gate, ticket, over));
  }

  private static @Nullable Object over(
      @Nullable Object answer,
      @Nullable Assessment end,
      @Nullable Throwable error,
      Reader<?> reader) {
    if (answer instanceof Unsuccessful) {
      return answer;
    }
    if (error != null) {
      Throwable cause = Verdicts.unwrap(error);
      return Unsuccessful.threw(cause, reader.readError(cause));
    }
    return end == null || end.verdict() == Verdict.SUCCESS
        ? answer
        : Unsuccessful.returned(answer, end);
  }
}
