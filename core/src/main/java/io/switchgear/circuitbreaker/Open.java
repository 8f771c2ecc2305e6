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

  /** A circuit that opens by itself. */
  Open(Phase from, long nowNanos, long untilNanos, TransitionCause cause, int openings) {
    super(from, nowNanos, cause, openings);
    this.coolDownEndNanos = untilNanos;
    this.imposed = null;
  }

  /** A circuit that is opened from outside. */
  Open(Phase from, long nowNanos, TransitionCause cause, Imposed imposed) {
    super(from, nowNanos, cause, from.openings());
    this.coolDownEndNanos = from instanceof HalfOpen ? nowNanos : NONE;
    this.imposed = imposed;
  }

  /** The same generation with other overtaken trials. */
  private Open(Open before, Trials overtaken) {
    super(before, before.pause(), overtaken);
    this.coolDownEndNanos = before.coolDownEndNanos;
    this.imposed = before.imposed;
  }

  /** The same generation with another end. */
  private Open(Open before, long coolDownEndNanos, @Nullable Imposed imposed) {
    super(before);
    this.coolDownEndNanos = coolDownEndNanos;
    this.imposed = imposed;
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
        : closed(until, imposed.over(), openings());
  }

  @Override
  Phase restricted(@Nullable Imposed next, TransitionCause cause, long nowNanos) {
    if (next == null && imposed == null) {
      return this;
    }
    if (next != null || coolDownEndNanos > nowNanos) {
      return new Open(this, coolDownEndNanos, next);
    }
    return isByItself() ? new HalfOpen(this, nowNanos, cause) : closed(nowNanos, cause, openings());
  }

  @Override
  Phase withOvertaken(Trials left) {
    return new Open(this, left);
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
    return pause().isHeld(nowNanos) ? RejectionReason.HELD : RejectionReason.OPEN;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return Math.max(untilNanos(), pause().untilNanos()) - nowNanos;
  }

  @Override
  String describe(long nowNanos) {
    String own = isByItself() ? "cooling down" : "closed by itself";
    return imposed == null ? own : own + "; opened from outside " + imposed.authority();
  }
}
