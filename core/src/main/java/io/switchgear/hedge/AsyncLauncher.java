// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.Verdicts;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that are stages. What the supplier throws is the attempt's error.
 *
 * @param <T> what the call returns
 */
record AsyncLauncher<T extends @Nullable Object>(Supplier<? extends CompletionStage<T>> call)
    implements Launcher<T> {
  @Override
  public Runnable launch(int attempt, Consumer<Outcome<T>> end) {
    try {
      CompletionStage<T> stage = Objects.requireNonNull(call.get(), "the call gave no stage");
      stage.whenComplete((value, error) -> end.accept(outcome(value, error)));
      return () -> stage.toCompletableFuture().cancel(true);
    } catch (Throwable e) {
      end.accept(Outcome.failed(e));
      return () -> {};
    }
  }

  private static <T extends @Nullable Object> Outcome<T> outcome(
      T value, @Nullable Throwable error) {
    return error == null ? new Outcome<>(value, null) : Outcome.failed(Verdicts.unwrap(error));
  }
}
