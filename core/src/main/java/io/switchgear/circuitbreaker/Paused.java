// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;

/**
 * The circuit is closed, but the dependency asked for a pause, or for a hold. Calls that were
 * admitted before still give evidence. When it is over all calls go on, without a trial: that the
 * dependency wanted less says nothing against its health.
 */
final class Paused extends Rejecting {
  private final Closed closed;

  Paused(Closed closed, Pause pause) {
    super(closed, pause);
    this.closed = closed;
  }

  @Override
  CircuitState state() {
    return CircuitState.CLOSED;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    return pause().isOver(nowNanos) ? closed : this;
  }

  @Override
  Closed watching() {
    return closed;
  }

  /** The pause with something to remember results in. */
  @Override
  Paused withEvidence(CircuitBreakerConfig config) {
    Closed next = closed.withEvidence(config);
    return next == closed ? this : new Paused(next, pause());
  }

  @Override
  Phase paused(Pause wish) {
    Pause longer = pause().and(wish);
    return longer.equals(pause()) ? this : new Paused(closed, longer);
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return pause().reason(nowNanos);
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return pause().untilNanos() - nowNanos;
  }

  @Override
  String describe(long nowNanos) {
    return pause().describe(nowNanos) + "; " + closed.describe(nowNanos);
  }
}
