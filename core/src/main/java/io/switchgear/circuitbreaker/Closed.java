// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/**
 * Calls are admitted and their results are evidence. A circuit that has nothing to remember has no
 * evidence yet, so that all new circuits of a family can share one phase.
 */
final class Closed extends Phase {
  private final @Nullable Evidence evidence;

  /** A circuit that has seen nothing yet. */
  Closed(long nowNanos) {
    super(nowNanos);
    this.evidence = null;
  }

  /** A circuit that closes. */
  Closed(Phase from, long nowNanos, TransitionCause cause, int openings) {
    super(from, nowNanos, cause, openings);
    Evidence former = from.evidence();
    this.evidence = former == null ? null : former.carriedOver();
  }

  private Closed(Closed sameGeneration, @Nullable Evidence evidence) {
    super(sameGeneration);
    this.evidence = evidence;
  }

  /** This phase with nothing remembered but what outlives a closed period. */
  Closed withoutEvidence() {
    return evidence == null ? this : new Closed(this, evidence.carriedOver());
  }

  @Override
  Closed withEvidence(CircuitBreakerConfig config) {
    if (evidence == null) {
      return new Closed(this, config.beginEvidence());
    }
    return config.made(evidence) ? this : new Closed(this, config.adopt(evidence));
  }

  @Override
  @Nullable Evidence evidence() {
    return evidence;
  }

  @Override
  CircuitState state() {
    return CircuitState.CLOSED;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    Phase next = openIfOverdue(config, nowNanos);
    return next == this && sheds(config, nowNanos) ? new Shedding(this) : next;
  }

  /** Settings without the mode may meet evidence that was gathered with it. */
  boolean sheds(CircuitBreakerConfig config, long nowNanos) {
    return rejectRatio(nowNanos) > 0 && config.isProportional();
  }

  @Override
  double rejectRatio(long nowNanos) {
    return evidence == null ? 0 : evidence.rejectRatio(nowNanos);
  }

  /** Calls that still run may be reason enough to open. */
  Phase openIfOverdue(CircuitBreakerConfig config, long nowNanos) {
    if (evidence == null || !evidence.overdue(nowNanos)) {
      return this;
    }
    String detail = evidence.describe(nowNanos);
    return open(config, nowNanos, TransitionCause.of(TransitionCause.Kind.TRIP_RULE, detail), 0);
  }

  @Override
  Phase admit(CircuitBreakerConfig config, long nowNanos) {
    return this;
  }

  @Override
  Closed watching() {
    return this;
  }

  @Override
  Phase paused(Pause wish) {
    return new Paused(this, wish);
  }

  @Override
  String describe(long nowNanos) {
    return evidence == null ? "nothing to note" : evidence.describe(nowNanos);
  }
}
