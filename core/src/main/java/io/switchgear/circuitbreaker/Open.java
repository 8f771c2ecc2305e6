// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import org.jspecify.annotations.Nullable;

/** Calls are rejected until the cool-down is over. */
final class Open extends Phase {
  private final long untilNanos;

  Open(Phase from, long nowNanos, long untilNanos, TransitionCause cause) {
    super(from.nextGeneration(), nowNanos, from.leave(nowNanos, cause));
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
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    return null;
  }

  @Override
  Phase settle(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    return this;
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
  String describe() {
    return "cooling down";
  }
}
