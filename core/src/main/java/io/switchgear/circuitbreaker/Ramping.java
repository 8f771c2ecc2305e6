// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The circuit has just closed and lets a growing share of calls through, from a tenth to all. Their
 * results are evidence as in any closed circuit.
 */
final class Ramping extends Rejecting {
  private static final double FIRST_SHARE = 0.1;
  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final Closed closed;

  Ramping(Closed closed) {
    super(closed);
    this.closed = closed;
  }

  @Override
  CircuitState state() {
    return CircuitState.CLOSED;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    return nowNanos - sinceNanos() >= config.rampNanos() ? closed : this;
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    double elapsed = (double) (nowNanos - sinceNanos()) / config.rampNanos();
    double share = FIRST_SHARE + (1 - FIRST_SHARE) * elapsed;
    return config.nextRandom() < share ? this : null;
  }

  /** Some calls are rejected, but none for a time that could be named. */
  @Override
  boolean rejectsForNow(CircuitBreakerConfig config, long nowNanos) {
    return false;
  }

  @Override
  Closed watching() {
    return closed;
  }

  @Override
  Phase withEvidence(CircuitBreakerConfig config) {
    Closed next = closed.withEvidence(config);
    return next == closed ? this : new Ramping(next);
  }

  @Override
  Phase paused(Pause wish) {
    return new Paused(closed, wish);
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return RejectionReason.RAMPING;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return Math.min(ASK_AGAIN_NANOS, sinceNanos() + config.rampNanos() - nowNanos);
  }

  @Override
  String describe(long nowNanos) {
    return "letting more and more calls through; " + closed.describe(nowNanos);
  }
}
