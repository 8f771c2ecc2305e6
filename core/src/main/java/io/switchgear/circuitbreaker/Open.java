// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;
import org.jspecify.annotations.Nullable;

/**
 * Calls are rejected until the circuit's own cool-down and what was imposed from outside are both
 * over.
 */
final class Open extends Rejecting {
  /** The end of the cool-down of a circuit that isn't open by itself. */
  private static final long NONE = Long.MIN_VALUE;

  private final long coolDownEndNanos;
  private final @Nullable Imposed imposed;

  /** Until when a circuit that isn't open by itself was paused. */
  private final long pausedUntilNanos;

  /** A circuit that opens by itself. */
  Open(Phase from, long nowNanos, long untilNanos, TransitionCause cause, int openings) {
    super(from, nowNanos, cause, openings);
    this.coolDownEndNanos = untilNanos;
    this.imposed = null;
    this.pausedUntilNanos = NONE;
  }

  /** A circuit that is opened from outside. */
  Open(Phase from, long nowNanos, TransitionCause cause, Imposed imposed) {
    super(from, nowNanos, cause, from.openings());
    this.coolDownEndNanos =
        from instanceof HalfOpen trying ? Math.max(nowNanos, trying.pausedUntilNanos()) : NONE;
    this.imposed = imposed;
    this.pausedUntilNanos = from instanceof Paused paused ? paused.untilNanos() : NONE;
  }

  /** The same generation with another end. */
  private Open(Open before, long coolDownEndNanos, @Nullable Imposed imposed) {
    super(before);
    this.coolDownEndNanos = coolDownEndNanos;
    this.imposed = imposed;
    this.pausedUntilNanos = before.pausedUntilNanos;
  }

  @Override
  CircuitState state() {
    return CircuitState.OPEN;
  }

  /** Whether the circuit would be open without anything imposed. */
  boolean isByItself() {
    return coolDownEndNanos != NONE;
  }

  private long untilNanos() {
    return imposed == null ? coolDownEndNanos : Math.max(coolDownEndNanos, imposed.untilNanos());
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    long until = untilNanos();
    if (nowNanos < until) {
      return this;
    }
    if (imposed == null || coolDownEndNanos >= imposed.untilNanos()) {
      String detail = "cool-down is over";
      TransitionCause cause = TransitionCause.of(TransitionCause.Kind.COOL_DOWN_OVER, detail);
      return new HalfOpen(this, until, cause);
    }
    return isByItself() || imposed.trialsFollow()
        ? new HalfOpen(this, until, imposed.over())
        : closedAgain(until, imposed.over());
  }

  private Phase closedAgain(long nowNanos, TransitionCause cause) {
    Closed closed = new Closed(this, nowNanos, cause, openings());
    return pausedUntilNanos > nowNanos ? closed.pausedUntil(pausedUntilNanos) : closed;
  }

  @Override
  Phase restricted(@Nullable Imposed next, TransitionCause cause, long nowNanos) {
    if (next == null && imposed == null) {
      return this;
    }
    if (next != null || coolDownEndNanos > nowNanos) {
      return new Open(this, coolDownEndNanos, next);
    }
    return isByItself() ? new HalfOpen(this, nowNanos, cause) : closedAgain(nowNanos, cause);
  }

  @Override
  @Nullable Imposed imposed() {
    return imposed;
  }

  /** The dependency is said to be healthy before the cool-down is over. */
  Phase healthyEarly(long nowNanos, boolean rightAfterTheTrip) {
    if (imposed != null && imposed.untilNanos() > nowNanos) {
      return new Open(this, Math.min(coolDownEndNanos, nowNanos), imposed);
    }
    TransitionCause cause =
        rightAfterTheTrip
            ? TransitionCause.of(
                TransitionCause.Kind.SUSPECTED_FALSE_TRIP,
                "the health probe right after the trip passed")
            : TransitionCause.of(TransitionCause.Kind.PROBE_PASSED, "a health probe passed");
    return new HalfOpen(this, nowNanos, cause);
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return RejectionReason.OPEN;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return untilNanos() - nowNanos;
  }

  @Override
  String describe(long nowNanos) {
    String own = isByItself() ? "cooling down" : "closed by itself";
    return imposed == null ? own : own + "; opened from outside " + imposed.authority();
  }
}
