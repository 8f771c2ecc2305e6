// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The circuit is closed, but a share of the calls fails and about as many are rejected. Results are
 * evidence as in any closed circuit.
 */
final class Shedding extends Rejecting {
  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final Closed closed;

  Shedding(Closed closed) {
    super(closed);
    this.closed = closed;
  }

  @Override
  CircuitState state() {
    return CircuitState.CLOSED;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    Phase next = closed.openIfOverdue(config, nowNanos);
    return next == closed && closed.sheds(config, nowNanos) ? this : next;
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    return config.nextRandom() < closed.rejectRatio(nowNanos) ? null : this;
  }

  /** Some calls are rejected, but none for a time that could be named. */
  @Override
  boolean rejectsForNow(CircuitBreakerConfig config, long nowNanos) {
    return false;
  }

  @Override
  double rejectRatio(long nowNanos) {
    return closed.rejectRatio(nowNanos);
  }

  @Override
  Closed watching() {
    return closed;
  }

  @Override
  Phase withEvidence(CircuitBreakerConfig config) {
    Closed next = closed.withEvidence(config);
    return next == closed ? this : new Shedding(next);
  }

  @Override
  Phase paused(Pause wish) {
    return new Paused(closed, wish);
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return RejectionReason.SHEDDING;
  }

  /** Another call has its chance at once; the share itself changes with the next time slice. */
  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return Math.min(ASK_AGAIN_NANOS, config.sheddingStepNanos());
  }

  @Override
  String describe(long nowNanos) {
    long percent = Math.round(closed.rejectRatio(nowNanos) * 100);
    return "rejecting " + percent + " % of the calls; " + closed.describe(nowNanos);
  }
}
