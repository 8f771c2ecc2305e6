// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;
import org.jspecify.annotations.Nullable;

/** An operator has every call rejected, for a time or until the reset. */
final class ForcedOpen extends Rejecting {
  private final Directive directive;
  private final long untilNanos;

  /** It waits for the order's end. */
  private final @Nullable Imposed imposed;

  ForcedOpen(Phase from, long nowNanos, Directive directive) {
    super(
        from,
        nowNanos,
        TransitionCause.of(TransitionCause.Kind.FORCED, directive.toString()),
        from.openings());
    this.directive = directive;
    this.untilNanos = directive.untilNanos(nowNanos);
    this.imposed = from.imposed();
  }

  /** The same generation. */
  private ForcedOpen(ForcedOpen before, @Nullable Imposed imposed, Trials overtaken) {
    super(before, before.pause(), overtaken);
    this.directive = before.directive;
    this.untilNanos = before.untilNanos;
    this.imposed = imposed;
  }

  @Override
  @Nullable Imposed imposed() {
    return imposed;
  }

  @Override
  Phase restricted(@Nullable Imposed next, TransitionCause cause, long nowNanos) {
    return next == null && imposed == null ? this : new ForcedOpen(this, next, overtaken());
  }

  @Override
  Phase withOvertaken(Trials left) {
    return new ForcedOpen(this, imposed, left);
  }

  @Override
  Directive directive() {
    return directive;
  }

  @Override
  CircuitState state() {
    return CircuitState.FORCED_OPEN;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    return nowNanos < untilNanos ? this : orderOver(untilNanos);
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
