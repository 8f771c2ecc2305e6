// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.ThrowingSupplier;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that block a thread of an executor. When that refuses the first one, it runs on the
 * caller's thread: a call must not fail because it can't be hedged.
 *
 * @param <T> what the call returns
 */
record BlockingLauncher<T extends @Nullable Object>(
    Executor executor, ThrowingSupplier<T, ? extends Exception> call) implements Launcher<T> {
  @Override
  public Runnable launch(int attempt, Consumer<Outcome<T>> end) {
    BlockingAttempt<T> task = new BlockingAttempt<>(call, end);
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      if (attempt > 0) {
        throw e;
      }
      task.run();
    }
    return task::cancel;
  }
}
