// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.lab.scenario.ClientPlan.Peer.Model;
import java.util.ArrayDeque;

/**
 * The breaker of another library by its documented rules: the share of failures of the last calls,
 * or of those of the last while, opens it; after a fixed time so many trial calls decide.
 */
final class PeerBreaker {
  private final Model model;
  private final ArrayDeque<Result> results = new ArrayDeque<>();
  private int failures;
  private boolean closed = true;
  private long openUntilNanos;
  private int trialsBegun;
  private int trialsEnded;
  private int trialsFailed;

  PeerBreaker(Model model) {
    this.model = model;
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether a call may be made; it takes the place of a trial when there is one. */
  boolean admits(long nowNanos) {
    if (closed) {
      return true;
    }
    if (nowNanos < openUntilNanos || trialsBegun >= model.trials()) {
      return false;
    }
    trialsBegun++;
    return true;
  }

  /** How long nothing is admitted for certain. */
  long waitNanos(long nowNanos) {
    return Math.max(0, openUntilNanos - nowNanos);
  }

  /** Takes the result of a call; those of calls from before it opened change nothing. */
  void record(long nowNanos, boolean success) {
    if (closed) {
      count(nowNanos, success);
      boolean looks = !success || model.window().during().isZero();
      if (looks
          && results.size() >= model.window().leastCalls()
          && isBad(failures, results.size())) {
        open(nowNanos);
      }
    } else if (trialsBegun > trialsEnded && nowNanos >= openUntilNanos) {
      trialsEnded++;
      trialsFailed += success ? 0 : 1;
      if (trialsEnded == model.trials()) {
        judge(nowNanos);
      }
    }
  }

  private void judge(long nowNanos) {
    if (isBad(trialsFailed, trialsEnded)) {
      open(nowNanos);
    } else {
      closed = true;
    }
  }

  private boolean isBad(int failed, int of) {
    return failed >= model.failureShare() * of && failed > 0;
  }

  private void open(long nowNanos) {
    closed = false;
    openUntilNanos = nowNanos + model.openFor().toNanos();
    trialsBegun = 0;
    trialsEnded = 0;
    trialsFailed = 0;
    results.clear();
    failures = 0;
  }

  private void count(long nowNanos, boolean success) {
    results.add(new Result(nowNanos, success));
    failures += success ? 0 : 1;
    while (isOver(nowNanos)) {
      failures -= results.remove().success() ? 0 : 1;
    }
  }

  private boolean isOver(long nowNanos) {
    return model.window().during().isZero()
        ? results.size() > model.window().lastCalls()
        : results.element().atNanos() <= nowNanos - model.window().during().toNanos();
  }

  private record Result(long atNanos, boolean success) {}
}
