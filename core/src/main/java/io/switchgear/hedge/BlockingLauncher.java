// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.Deadline;
import io.switchgear.core.ThrowingSupplier;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that block a thread of an executor. When that refuses the first one, or when no timer
 * can bound the wait for its thread, it runs on the caller's thread: a call must not fail because
 * it can't be hedged.
 *
 * @param <T> what the call returns
 */
record BlockingLauncher<T extends @Nullable Object>(
    Hedge hedge, Deadline deadline, ThrowingSupplier<T, ? extends Exception> call)
    implements Launcher<T> {
  @Override
  public Runnable launch(int attempt, Consumer<Outcome<T>> end) {
    BlockingAttempt<T> task = new BlockingAttempt<>(hedge.name(), deadline, call, end);
    try {
      begin(task);
    } catch (RejectedExecutionException e) {
      if (attempt > 0) {
        task.cancel();
        throw e;
      }
      task.run();
    } catch (RuntimeException | Error e) {
      task.cancel();
      throw e;
    }
    return task::cancel;
  }

  private void begin(BlockingAttempt<T> task) {
    try {
      task.beginBy(hedge.config().beginBy(deadline), hedge.config().time());
    } catch (RuntimeException | Error e) {
      hedge.reportTimer(e);
      throw new RejectedExecutionException("No timer bounds the wait for a thread", e);
    }
    hedge.config().executor().execute(task);
  }
}
