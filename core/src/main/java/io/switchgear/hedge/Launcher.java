// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins attempts, blocking ones or asynchronous ones.
 *
 * @param <T> what the call returns
 */
@FunctionalInterface
interface Launcher<T extends @Nullable Object> {
  /**
   * Begins an attempt. What this throws says that it couldn't be begun.
   *
   * @param attempt its number, 0 for the first
   * @param end told once how it ended, maybe before this returns
   * @return cancels it; may throw
   */
  Runnable launch(int attempt, Consumer<Outcome<T>> end);
}
