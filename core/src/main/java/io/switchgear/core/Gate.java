// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.util.concurrent.CompletableFuture;

/**
 * A policy that lets calls in or refuses them, as seen by those who put several policies together.
 * A call that was let in holds a ticket, a plain number, so that a call through several gates costs
 * no object. Whoever makes single calls uses the policy's own {@code call} or its permits instead.
 *
 * <p>Each ticket must be ended exactly once, by {@link #exit} or by {@link #cancel}: unlike a
 * permit object, a number can't tell whether it was ended before.
 *
 * <p><b>Thread safety:</b> implementations are safe for use by many threads. <b>Blocking:</b>
 * never; {@link #enterLater} gives a future.
 */
public interface Gate {

  /** What {@link #enter} answers when there is no room now, but the call may wait for some. */
  long WAITS = Long.MIN_VALUE;

  /**
   * Refuses a call that has no chance at this moment, and takes nothing. A call that passes may
   * still be refused by {@link #enter}. Unless overridden every call passes.
   *
   * @param options what the caller says about the call
   * @throws CallRejectedException when the call would be refused
   */
  default void check(CallOptions options) {}

  /**
   * Lets a call in if that is possible at once.
   *
   * @param options what the caller says about the call
   * @return the ticket, or {@link #WAITS}
   * @throws CallRejectedException when the call is refused
   */
  long enter(CallOptions options);

  /**
   * Lets a call in now or later, for a policy that answered {@link #WAITS}. Cancelling the future
   * ends the wait. It completes on the thread that makes room, or on the timer's.
   *
   * @param options what the caller says about the call; its deadline bounds the wait
   * @return a future with the ticket; or one that fails with a {@link CallRejectedException}
   */
  CompletableFuture<Long> enterLater(CallOptions options);

  /**
   * A call has ended.
   *
   * @param ticket its ticket
   * @param assessment what its end says
   */
  void exit(long ticket, Assessment assessment);

  /**
   * A call that was let in wasn't made, or nobody knows how it ended.
   *
   * @param ticket its ticket
   */
  void cancel(long ticket);
}
