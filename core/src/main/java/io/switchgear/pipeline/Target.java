// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of those who can answer a request. It is called in one of two ways.
 *
 * @param name what outcomes call it
 * @param pipeline the policies around its calls
 * @param blocking makes a blocking call; null for an asynchronous target
 * @param async starts a call; null for a blocking target
 */
record Target<Q, T extends @Nullable Object>(
    String name,
    Pipeline<T> pipeline,
    @Nullable RequestCall<? super Q, ? extends T> blocking,
    @Nullable Function<? super Q, ? extends CompletionStage<? extends T>> async) {

  /** Whether it will refuse the request without making anybody wait. */
  boolean isOut() {
    return pipeline.isOpen();
  }
}
