// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.pipeline.Outcome.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way over the targets: each is asked once at most, in an order that begins with
 * the one that serves the request's session. The same for blocking and asynchronous requests.
 */
final class Pass<Q, T extends @Nullable Object> {
  private final Q request;
  private final TimeSource time;
  private final CallOptions options;
  private final List<Integer> ahead = new ArrayList<>();
  private final List<Target<Q, T>> targets;
  private final List<Outcome<T>> missed = new ArrayList<>();
  private int current = -1;

  Pass(Q request, List<Target<Q, T>> targets, int first, CallOptions options, TimeSource time) {
    this.request = request;
    this.targets = targets;
    this.options = options;
    this.time = time;
    ahead.add(first);
    for (int target = 0; target < targets.size(); target++) {
      if (target != first) {
        ahead.add(target);
      }
    }
  }

  /** The next target to be asked; null when all were. */
  @Nullable Target<Q, T> next() {
    if (ahead.isEmpty()) {
      return null;
    }
    current = ahead.remove(0);
    return targets.get(current);
  }

  /** Which target was asked last. */
  int current() {
    return current;
  }

  /**
   * What the current target may take of the time that is left: its equal share with those after it
   * that could answer, so that a slow one leaves something to the next.
   */
  CallOptions share() {
    Deadline whole = options.deadline();
    if (whole.isNone()) {
      return options;
    }
    long others = ahead.stream().filter(target -> !targets.get(target).isOut(request)).count();
    Duration share = whole.remaining().dividedBy(others + 1);
    return others == 0 ? options : options.deadline(Deadline.after(share, time));
  }

  /** Whether an outcome of the current target ends the pass: an answer, or what nobody can cure. */
  boolean ends(Outcome<T> outcome) {
    boolean missing =
        outcome.source() != Source.CACHE
            && Unsuccessful.isMissing(outcome.error().orElse(null), outcome.verdict());
    if (missing) {
      missed.add(outcome);
    }
    return !missing;
  }

  /** Where an answer of the current target came from, as the whole request's outcome says it. */
  Origin origin(Outcome<T> outcome) {
    boolean elsewhere = current != 0 && outcome.source() == Source.PRIMARY;
    return elsewhere ? Origin.failover(targets.get(current).name()) : outcome.origin();
  }

  /** Whether a target was called in vain, rather than having refused the request. */
  boolean hasCalled() {
    return missed.stream().anyMatch(Pass::isOfCall);
  }

  private static boolean isOfCall(Outcome<?> outcome) {
    return outcome.attempts() > 0 || outcome.rejection().isEmpty();
  }

  /** The outcome of the target that was asked last; null when none was asked in vain. */
  @Nullable Outcome<T> latest() {
    return missed.isEmpty() ? null : missed.get(missed.size() - 1);
  }

  /**
   * The outcome to report of a request that no target answered: of the last one that was called,
   * with the errors of the others suppressed in its own; null when all of them refused it.
   */
  @Nullable Outcome<T> lastMade() {
    Outcome<T> last = null;
    for (Outcome<T> outcome : missed) {
      if (isOfCall(outcome)) {
        suppress(outcome, last);
        last = outcome;
      }
    }
    return last;
  }

  private static void suppress(Outcome<?> outcome, @Nullable Outcome<?> earlier) {
    Throwable error = outcome.error().orElse(null);
    Throwable former = earlier == null ? null : earlier.error().orElse(null);
    if (error != null && former != null && !(error instanceof CallRejectedException)) {
      Unsuccessful.suppress(error, former);
    }
  }

  /** The refusal of the target that is the first to be back; null when none refused the request. */
  @Nullable CallRejectedException earliestRefusal() {
    CallRejectedException earliest = null;
    for (Outcome<T> outcome : missed) {
      CallRejectedException refusal = outcome.rejection().orElse(null);
      boolean earlier =
          refusal != null
              && (earliest == null || refusal.retryAfter().compareTo(earliest.retryAfter()) < 0);
      earliest = earlier ? refusal : earliest;
    }
    return earliest;
  }
}
