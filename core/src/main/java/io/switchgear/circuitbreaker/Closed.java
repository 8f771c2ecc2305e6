// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Throttled;
import org.jspecify.annotations.Nullable;

/** Calls are admitted and their results are evidence. */
final class Closed extends Phase {
  private final Evidence evidence;

  /** Until when the dependency asked for a pause; 0 when it didn't. */
  private final long pausedUntilNanos;

  /** A circuit that has seen nothing yet. */
  Closed(CircuitBreakerConfig config, long nowNanos) {
    super(0, nowNanos, null);
    this.evidence = config.noEvidence();
    this.pausedUntilNanos = 0;
  }

  /** A circuit that closes. */
  Closed(CircuitBreakerConfig config, Phase from, long nowNanos, TransitionCause cause) {
    super(from.nextGeneration(), nowNanos, from.leave(nowNanos, cause));
    this.evidence = config.noEvidence();
    this.pausedUntilNanos = 0;
  }

  private Closed(Closed before, Evidence evidence, long pausedUntilNanos) {
    super(before);
    this.evidence = evidence;
    this.pausedUntilNanos = pausedUntilNanos;
  }

  @Override
  CircuitState state() {
    return CircuitState.CLOSED;
  }

  /** Whether any call is admitted, whatever the time is. */
  boolean admitsAlways() {
    return pausedUntilNanos == 0;
  }

  /** Whether a success changes nothing, whatever the time is. */
  boolean absorbsSuccess() {
    return evidence.absorbsSuccess();
  }

  /** Whether the dependency's wish for a pause is still to be respected. */
  boolean isPaused(long nowNanos) {
    return nowNanos < pausedUntilNanos;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    boolean pauseOver = pausedUntilNanos != 0 && nowNanos >= pausedUntilNanos;
    return pauseOver ? new Closed(this, evidence, 0) : this;
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    return pausedUntilNanos == 0 ? this : null;
  }

  @Override
  Phase settle(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    return switch (assessment.verdict()) {
      case SUCCESS -> record(config, false, nowNanos, assessment);
      case FAILURE -> record(config, true, nowNanos, assessment);
      case IGNORED -> this;
      case THROTTLED -> throttled(config, assessment, nowNanos);
    };
  }

  private Phase throttled(CircuitBreakerConfig config, Assessment assessment, long nowNanos) {
    if (config.throttled() == Throttled.TRIP) {
      return record(config, true, nowNanos, assessment);
    }
    if (config.throttled() == Throttled.IGNORE) {
      return this;
    }
    long until = config.pauseUntilNanos(assessment, nowNanos);
    return until > pausedUntilNanos ? new Closed(this, evidence, until) : this;
  }

  private Phase record(
      CircuitBreakerConfig config, boolean failure, long nowNanos, Assessment assessment) {
    Evidence next = evidence.record(failure, nowNanos);
    if (next == evidence) {
      return this;
    }
    if (next.trips()) {
      String detail = next.describe() + ", the last one " + assessment;
      return open(config, nowNanos, TransitionCause.of(TransitionCause.Kind.TRIP_RULE, detail));
    }
    return new Closed(this, next, pausedUntilNanos);
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return RejectionReason.PACED;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return pausedUntilNanos - nowNanos;
  }

  @Override
  String describe() {
    return evidence.describe() + (pausedUntilNanos == 0 ? "" : ", paused");
  }
}
