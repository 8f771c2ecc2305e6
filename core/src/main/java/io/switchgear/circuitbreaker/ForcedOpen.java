// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;

/** An operator has every call rejected, for a time or until the reset. */
final class ForcedOpen extends Rejecting {
  private final Directive directive;
  private final long untilNanos;

  ForcedOpen(Phase from, long nowNanos, Directive directive) {
    super(
        from,
        nowNanos,
        TransitionCause.of(TransitionCause.Kind.FORCED, directive.toString()),
        from.openings());
    this.directive = directive;
    this.untilNanos =
        directive.atMost().map(limit -> nowNanos + limit.toNanos()).orElse(Long.MAX_VALUE);
  }

  Directive directive() {
    return directive;
  }

  @Override
  CircuitState state() {
    return CircuitState.FORCED_OPEN;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    if (nowNanos < untilNanos) {
      return this;
    }
    return new Closed(
        this,
        untilNanos,
        TransitionCause.of(TransitionCause.Kind.FORCED_TIME_OVER, "the ordered time is over"),
        0);
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return RejectionReason.FORCED_OPEN;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return untilNanos == Long.MAX_VALUE ? config.coolDownNanos() : untilNanos - nowNanos;
  }

  @Override
  String describe(long nowNanos) {
    return directive.toString();
  }
}
