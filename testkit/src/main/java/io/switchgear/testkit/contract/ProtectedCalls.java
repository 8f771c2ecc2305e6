// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.ThrowingSupplier;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A policy as {@link PolicyContract} sees it; the tests of a policy implement it in a few lines.
 * The policy must have room for two calls at once, and for 10,000 one after the other.
 *
 * <p><b>Thread safety:</b> as safe as the policy.
 */
public interface ProtectedCalls {

  /**
   * Makes a blocking call through the policy.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param call the call
   * @return its result
   * @throws E when the call throws it
   * @throws InterruptedException when the thread is interrupted while it waits
   */
  <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
      throws E, InterruptedException;

  /**
   * Starts a call through the policy.
   *
   * @param <T> what the call returns
   * @param call starts the call
   * @return the policy's own future, since the checks cancel it
   */
  <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Supplier<? extends CompletionStage<T>> call);

  /**
   * What calls hold at this moment and must give back: places, permits, and their own places in
   * queues.
   *
   * @return the number; always 0 for a policy of which calls hold nothing
   */
  long inUse();

  /**
   * Brings the policy into a state in which it refuses the next call.
   *
   * @return false when it has no such state; that is the default, and then no refusal is checked
   */
  default boolean refuse() {
    return false;
  }

  /**
   * Brings the policy into a state in which the next calls, 32 at least, wait.
   *
   * @return what ends that state, so that calls that wait go on without time having to pass; empty
   *     when calls never wait, which is the default, and then no wait is checked
   */
  default Optional<Runnable> block() {
    return Optional.empty();
  }

  /**
   * Registers a listener for whatever the policy tells of.
   *
   * @param listener the listener
   * @return false when it has no listeners; that is the default, and then none is checked
   */
  default boolean listen(Runnable listener) {
    return false;
  }
}
