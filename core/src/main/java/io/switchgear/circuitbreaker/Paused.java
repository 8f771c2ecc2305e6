// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;

/**
 * The circuit is closed, but the dependency asked for a pause. Calls that were admitted before
 * still give evidence.
 */
final class Paused extends Rejecting {
  private final Closed closed;
  private final long untilNanos;

  Paused(Closed closed, long untilNanos) {
    super(closed);
    this.closed = closed;
    this.untilNanos = untilNanos;
  }

  long untilNanos() {
    return untilNanos;
  }

  @Override
  CircuitState state() {
    return CircuitState.CLOSED;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    return nowNanos >= untilNanos ? closed : this;
  }

  @Override
  Closed watching() {
    return closed;
  }

  /** The pause with something to remember results in. */
  @Override
  Paused withEvidence(CircuitBreakerConfig config) {
    Closed next = closed.withEvidence(config);
    return next == closed ? this : new Paused(next, untilNanos);
  }

  @Override
  Phase pausedUntil(long newUntilNanos) {
    return newUntilNanos > untilNanos ? new Paused(closed, newUntilNanos) : this;
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return RejectionReason.PACED;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return untilNanos - nowNanos;
  }

  @Override
  String describe(long nowNanos) {
    return "paused at the dependency's wish; " + closed.describe(nowNanos);
  }
}
