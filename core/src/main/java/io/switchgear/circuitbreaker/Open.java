// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;

/** Calls are rejected until the cool-down is over. */
final class Open extends Rejecting {
  private final long untilNanos;

  Open(Phase from, long nowNanos, long untilNanos, TransitionCause cause, int openings) {
    super(from, nowNanos, cause, openings);
    this.untilNanos = untilNanos;
  }

  @Override
  CircuitState state() {
    return CircuitState.OPEN;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    if (nowNanos < untilNanos) {
      return this;
    }
    String detail = "cool-down is over";
    return new HalfOpen(
        this, untilNanos, TransitionCause.of(TransitionCause.Kind.COOL_DOWN_OVER, detail));
  }

  /** The dependency is said to be healthy before the cool-down is over. */
  Phase healthyEarly(long nowNanos, boolean rightAfterTheTrip) {
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
    return untilNanos - nowNanos;
  }

  @Override
  String describe(long nowNanos) {
    return "cooling down";
  }
}
