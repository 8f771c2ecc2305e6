// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import org.jspecify.annotations.Nullable;

/**
 * A call to protect. The compiler infers {@code E} from the lambda: code without checked exceptions
 * needs no {@code try}.
 *
 * @param <T> what the call returns
 * @param <E> the checked exception that it may throw
 */
@FunctionalInterface
public interface ThrowingSupplier<T extends @Nullable Object, E extends Exception> {

  /**
   * Makes the call.
   *
   * @return its result
   * @throws E when it fails
   */
  T get() throws E;
}
