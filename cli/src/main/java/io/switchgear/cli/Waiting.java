// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.gateway.GatewayStartException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

/** Waits for what starts in the background. */
final class Waiting {
  private Waiting() {}

  /**
   * The server, once it is up.
   *
   * @throws CommandFailedException when the machine doesn't let it start
   */
  static <T> T forStart(CompletableFuture<T> starting) throws InterruptedException {
    return forStart(starting, reason -> reason);
  }

  /**
   * The server, once it is up.
   *
   * @param wording gives what the user reads when it doesn't start, from what the server says
   * @throws CommandFailedException when the machine doesn't let it start
   */
  static <T> T forStart(CompletableFuture<T> starting, UnaryOperator<String> wording)
      throws InterruptedException {
    try {
      return starting.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException || cause instanceof GatewayStartException) {
        throw new CommandFailedException(wording.apply(String.valueOf(cause.getMessage())));
      }
      throw new IllegalStateException("the server can't start", cause);
    }
  }
}
