// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallOptions;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of those who can answer a request. It is called in one of two ways.
 *
 * @param name what outcomes call it
 * @param pipelines the policies around a request's calls
 * @param blocking makes a blocking call; null for an asynchronous target
 * @param async starts a call; null for a blocking target
 */
record Target<Q, T extends @Nullable Object>(
    String name,
    Function<? super Q, Pipeline<T>> pipelines,
    @Nullable RequestCall<? super Q, ? extends T> blocking,
    @Nullable BiFunction<? super CallOptions, ? super Q, ? extends CompletionStage<? extends T>>
        async) {

  /** The policies around a request's calls. */
  Pipeline<T> pipeline(Q request) {
    return Objects.requireNonNull(
        pipelines.apply(request), () -> "target " + name + " gave no pipeline");
  }

  /** Whether it will refuse a request without making anybody wait. */
  boolean isOut(Q request) {
    return pipeline(request).isOpen();
  }
}
