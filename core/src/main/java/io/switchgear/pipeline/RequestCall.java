// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * How a target of a {@link Failover} is called.
 *
 * @param <Q> the requests
 * @param <T> the answers
 */
@FunctionalInterface
public interface RequestCall<Q, T extends @Nullable Object> {

  /**
   * Makes the call.
   *
   * @param request the request
   * @return the answer
   * @throws Exception when it fails
   */
  T call(Q request) throws Exception;
}
