// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

/**
 * The attempts of one call: which have begun, which run, and which has won. What an event does to
 * it is a pure function; an event that changes nothing, such as one that comes too late, returns
 * the same object. Whoever moves it begins the attempt that a step has added, and ends the call
 * after the step that decides it.
 *
 * <p>Delay and immediate start follow gRPC's hedging [1], but for one thing: there a result that no
 * further attempt would better ends the call while others run, here the others may still win.
 *
 * <pre>
 * [1] gRPC proposal A6, Client Retries, section Hedging Policy.
 * </pre>
 *
 * @param limit how many attempts may begin; lowered to those that have when no other shall
 * @param begun how many attempts have begun
 * @param running the attempts that run, one bit each
 * @param standing the result that comes out if none succeeds
 * @param winner the attempt whose result comes out, {@link #NONE} or {@link #CANCELLED}
 */
record Race(int limit, int begun, int running, Standing standing, int winner) {
  /** No attempt. */
  static final int NONE = -1;

  /** The caller has taken the call back. */
  static final int CANCELLED = -2;

  /**
   * The latest result that is no success.
   *
   * @param attempt whose it is, or {@link #NONE}
   * @param called whether the dependency was called by that attempt
   */
  record Standing(int attempt, boolean called) {}

  /** The first attempt has begun. */
  static Race begin(int limit) {
    return new Race(limit, 1, 1, new Standing(NONE, false), NONE);
  }

  boolean isOver() {
    return winner != NONE;
  }

  boolean isRunning(int attempt) {
    return (running & (1 << attempt)) != 0;
  }

  /** Whether another attempt may follow this one after the delay. */
  boolean waitsAfter(int attempt) {
    return !isOver() && attempt == begun - 1 && begun < limit;
  }

  /** The delay after an attempt is over. */
  Race delayOver(int attempt) {
    return waitsAfter(attempt) ? beginNext() : this;
  }

  /** The caller has taken the call back. */
  Race cancelled() {
    return isOver() ? this : wonBy(CANCELLED);
  }

  /** An attempt has ended. */
  Race ended(int attempt, AttemptEnd end) {
    if (isOver() || !isRunning(attempt)) {
      return this;
    }
    Race without = new Race(limit, begun, running & ~(1 << attempt), standing, winner);
    Race next =
        switch (end) {
          case SUCCESS -> without.wonBy(attempt);
          case FAILURE -> without.standing(attempt, true).beginNext();
          case NEUTRAL -> without.standing(attempt, true).closed();
          case REFUSED -> without.standingUnlessCalled(attempt).closed();
          case SKIPPED -> without.closed();
        };
    boolean allEnded = !next.isOver() && next.running == 0;
    return allEnded ? next.wonBy(next.standing.attempt()) : next;
  }

  private Race beginNext() {
    return begun < limit
        ? new Race(limit, begun + 1, running | (1 << begun), standing, winner)
        : this;
  }

  private Race standing(int attempt, boolean called) {
    return new Race(limit, begun, running, new Standing(attempt, called), winner);
  }

  private Race standingUnlessCalled(int attempt) {
    return standing.called() ? this : standing(attempt, false);
  }

  private Race closed() {
    return new Race(begun, begun, running, standing, winner);
  }

  private Race wonBy(int attempt) {
    return new Race(limit, begun, running, standing, attempt);
  }
}
