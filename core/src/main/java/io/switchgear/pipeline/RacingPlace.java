// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.Verdict;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The bulkhead as the attempts of one hedged call see it. The attempt that wins withdraws those
 * that stand in the queue before it gives its place back: else its place would go to one of them,
 * which would make a call that nobody wants any more.
 */
final class RacingPlace implements Gate {
  private final Gate place;

  /** The waits of a few attempts; those that are over stay, since there is nothing to cancel. */
  private final Queue<CompletableFuture<Long>> waits = new ConcurrentLinkedQueue<>();

  private volatile boolean won;

  private RacingPlace(Gate place) {
    this.place = place;
  }

  /** The gates for the attempts of one hedged call. */
  static Gates in(Gates gates) {
    Gate place = gates.place();
    return place == null
        ? gates
        : new Gates(gates.key(), gates.circuit(), new RacingPlace(place), gates.permit());
  }

  @Override
  public void check(CallOptions options) {
    place.check(options);
  }

  @Override
  public long enter(CallOptions options) {
    if (won) {
      throw withdrawn();
    }
    return place.enter(options);
  }

  @Override
  public CompletableFuture<Long> enterLater(CallOptions options) {
    CompletableFuture<Long> wait = place.enterLater(options);
    waits.add(wait);
    // Either this sees the winner, or the winner sees the wait.
    if (!won) {
      return wait;
    }
    if (!wait.cancel(false) && !wait.isCompletedExceptionally()) {
      place.cancel(wait.join());
    }
    return CompletableFuture.failedFuture(withdrawn());
  }

  private static CancellationException withdrawn() {
    return new CancellationException("Another attempt of the same call has won");
  }

  @Override
  public void exit(long ticket, Assessment assessment) {
    if (assessment.verdict() == Verdict.SUCCESS) {
      won = true;
      waits.forEach(wait -> wait.cancel(false));
    }
    place.exit(ticket, assessment);
  }

  @Override
  public void cancel(long ticket) {
    place.cancel(ticket);
  }
}
