// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.concurrent.CompletionStage;

/**
 * A result that goes on after the call has returned it: a response whose body still comes, a stream
 * of events. A pipeline whose call gives one
 *
 * <ul>
 *   <li>tells its circuit and its limiter of a success only when the result is over, since an
 *       answer that is cut off is a failure however well it began; of anything else at once;
 *   <li>keeps the place in the bulkhead until the result is over;
 *   <li>{@linkplain #discard discards} the result when nobody will see it, and when another attempt
 *       is made or an alternative found in its place: nothing that a call has opened stays open.
 * </ul>
 *
 * <p>Limits in time end where the result begins; what it does later is for the result to bound.
 * Policies that are used alone, without a pipeline, take it as over when the call returns it. It
 * can't be kept in a cache.
 *
 * <p><b>Thread safety:</b> implementations must be safe for use by many threads.
 */
public interface OngoingResult {

  /**
   * The end.
   *
   * @return the same stage each time; it always completes, after {@link #discard} too, with what
   *     the whole says about the dependency; an error is read as if the call had thrown it
   */
  CompletionStage<Assessment> ended();

  /**
   * Ends the result as soon as possible, because nobody will use it. Must not block. Doing it
   * again, or after the end, changes nothing. What the end then says of the dependency is the
   * result's to decide; usually {@link Verdict#IGNORED}.
   */
  void discard();
}
