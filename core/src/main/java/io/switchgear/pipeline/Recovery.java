// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallRejectedException;
import io.switchgear.pipeline.Outcome.Origin;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What follows when a pipeline has no answer: its alternatives in their order, or a clear word.
 *
 * @param alternatives tried one after the other
 * @param refusalMessage what callers are told whose call wasn't made; null for the refusal itself
 * @param <T> what the calls return
 */
record Recovery<T extends @Nullable Object>(
    List<Alternative<T>> alternatives, @Nullable String refusalMessage) {

  /**
   * An answer from elsewhere. Gives the same end, or another one, when there is none.
   *
   * @param trace never null when there are alternatives
   */
  @Nullable Object recover(Unsuccessful end, @Nullable Trace trace) {
    if (!end.maySubstitute()) {
      return end;
    }
    for (Alternative<T> alternative : alternatives) {
      try {
        T value = alternative.function().apply(outcome(end, Objects.requireNonNull(trace)));
        Trace.origin(trace, alternative.origin());
        if (value != end.result()) {
          Ongoing.discard(end);
        }
        return value;
      } catch (Throwable e) {
        end.suppress(e);
      }
    }
    return end.error() instanceof CallRejectedException refusal && refusalMessage != null
        ? Unsuccessful.notMade(new UnavailableException(refusalMessage, refusal))
        : end;
  }

  private Outcome<T> outcome(Unsuccessful end, Trace trace) {
    Throwable error = end.error();
    return error == null ? trace.value(Unsuccessful.<T>cast(end.result())) : trace.error(error);
  }

  /**
   * Something that can take the place of a missing answer.
   *
   * @param origin what the outcome says of it
   * @param function gives a value for an outcome that isn't a success
   * @param <T> what it gives
   */
  record Alternative<T extends @Nullable Object>(
      Origin origin, Function<? super Outcome<T>, ? extends T> function) {}
}
