// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Blocking forms of what policies do asynchronously. No monitor is held meanwhile. */
public final class Waiting {
  private Waiting() {}

  /**
   * Blocks until a future ends. An interrupt cancels it; when it ends in the very moment of the
   * interrupt, its result is returned and the interrupt flag is set.
   *
   * @param <T> the result
   * @param future fails only with unchecked exceptions
   * @return its result
   * @throws InterruptedException when the interrupt came first
   */
  public static <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      if (future.cancel(false)) {
        throw e;
      }
      Thread.currentThread().interrupt();
      return ended(future);
    } catch (ExecutionException e) {
      return ended(future);
    }
  }

  private static <T> T ended(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
