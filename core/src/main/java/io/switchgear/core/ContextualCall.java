// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import org.jspecify.annotations.Nullable;

/**
 * A call to protect that hands on what is known about it, above all what is left of the deadline:
 * to a client's own time limit, or to another protected call inside of it.
 *
 * @param <T> what the call returns
 * @param <E> the checked exception that it may throw
 */
@FunctionalInterface
public interface ContextualCall<T extends @Nullable Object, E extends Exception> {

  /**
   * Makes the call.
   *
   * @param options what the caller said, with the deadline that the policies around it have made
   *     stricter
   * @return its result
   * @throws E when it fails
   */
  T get(CallOptions options) throws E;
}
