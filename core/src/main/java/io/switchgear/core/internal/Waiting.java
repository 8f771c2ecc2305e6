// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

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

  /**
   * The wait for a ticket as a wait for the permit behind it. Cancelling it cancels the wait for
   * the permit; a permit that comes all the same is given back.
   *
   * @param <P> the permits
   * @param permit a future with a permit
   * @param ticket the permit's ticket
   * @param giveBack takes a permit that nobody wants any more
   * @return a future with the ticket, or with the other's failure
   */
  public static <P> CompletableFuture<Long> forTicket(
      CompletableFuture<P> permit, ToLongFunction<? super P> ticket, Consumer<? super P> giveBack) {
    CompletableFuture<Long> future = new CompletableFuture<>();
    var unused = future.whenComplete((number, error) -> permit.cancel(false));
    var unusedToo =
        permit.whenComplete(
            (granted, error) -> {
              if (error != null) {
                future.completeExceptionally(error);
              } else if (!future.complete(ticket.applyAsLong(granted))) {
                giveBack.accept(granted);
              }
            });
    return future;
  }

  private static <T> T ended(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }
}
