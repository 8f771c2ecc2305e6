// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryDecision;
import io.switchgear.retry.RetryRun;
import org.jspecify.annotations.Nullable;

/**
 * What follows the attempts of one operation, from the first that didn't succeed on; the same for
 * blocking and for asynchronous calls.
 */
final class Repetition {
  private final RetryRun run;
  private final Gates gates;

  /** What the caller gets to see if no attempt succeeds: one that was made, if any was. */
  private Unsuccessful reported;

  /** Whether what would be reported has been discarded, so that it is of no use to the caller. */
  private boolean discarded;

  Repetition(Retry retry, CallOptions options, Gates gates, Unsuccessful first) {
    this.run = retry.begin(options);
    this.gates = gates;
    this.reported = first;
  }

  /** The wait before the next attempt; null when the attempt was the last one. */
  @Nullable RetryDecision after(Unsuccessful end) {
    // Who is told "refused" concludes that nothing was sent, so that wins over no attempt made.
    boolean keeps = reported.made() && !end.made() && !discarded;
    reported = keeps ? reported : end;
    discarded = false;
    try {
      RetryDecision next =
          end.made() && gates.isOpen()
              ? run.stop(end.assessment(), end.cause())
              : run.next(end.assessment(), end.cause());
      return next.isRetry() ? next : null;
    } catch (Throwable hookError) {
      reported.suppress(hookError);
      return null;
    }
  }

  /** Waits on this thread. Whether the next attempt is to be made. */
  boolean pause(RetryDecision next) {
    try {
      return run.pause(next);
    } catch (RuntimeException | Error e) {
      // A time source that takes no timers.
      reported.suppress(e);
      return false;
    }
  }

  /**
   * The next attempt is made now: what goes on of the former one's result makes room for it. Not
   * earlier, since an attempt that isn't made leaves the caller with that result.
   */
  void begin() {
    if (Ongoing.in(reported) != null) {
      Ongoing.discard(reported);
      discarded = true;
    }
  }

  void succeeded() {
    var unused = run.next(Assessment.of(Verdict.SUCCESS), null);
  }

  Unsuccessful reported() {
    return reported;
  }
}
