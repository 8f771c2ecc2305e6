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
    return nowNanos >= untilNanos ? new HalfOpen(this, untilNanos) : this;
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
