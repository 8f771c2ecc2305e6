// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import org.jspecify.annotations.Nullable;

/** An operator has every call rejected, for a time or until the reset. */
final class ForcedOpen extends Phase {
  private final Directive directive;
  private final long untilNanos;

  ForcedOpen(Phase from, long nowNanos, Directive directive) {
    super(
        from.nextGeneration(),
        nowNanos,
        from.leave(
            nowNanos, TransitionCause.of(TransitionCause.Kind.FORCED, directive.toString())));
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
        config,
        this,
        untilNanos,
        TransitionCause.of(TransitionCause.Kind.FORCED_TIME_OVER, "the ordered time is over"));
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
    return RejectionReason.FORCED_OPEN;
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    return untilNanos == Long.MAX_VALUE ? config.coolDownNanos() : untilNanos - nowNanos;
  }

  @Override
  String describe() {
    return directive.toString();
  }
}
