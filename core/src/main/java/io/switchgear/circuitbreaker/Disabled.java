// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** An operator has every call admitted and no result looked at, for a time or until the reset. */
final class Disabled extends Phase {
  private final Directive directive;
  private final long untilNanos;

  /** It waits for the order's end. */
  private final @Nullable Imposed imposed;

  private final @Nullable Evidence evidence;
  private final Pause pause;

  Disabled(Phase from, long nowNanos, Directive directive) {
    super(
        from,
        nowNanos,
        TransitionCause.of(TransitionCause.Kind.DISABLED, directive.toString()),
        from.openings());
    this.directive = directive;
    this.untilNanos = directive.untilNanos(nowNanos);
    this.imposed = from.imposed();
    this.evidence = from.evidence();
    this.pause = from.pause();
  }

  /** The same generation. */
  private Disabled(Disabled before, @Nullable Imposed imposed) {
    super(before);
    this.directive = before.directive;
    this.untilNanos = before.untilNanos;
    this.evidence = before.evidence;
    this.pause = before.pause;
    this.imposed = imposed;
  }

  @Override
  @Nullable Imposed imposed() {
    return imposed;
  }

  @Override
  Phase restricted(@Nullable Imposed next, TransitionCause cause, long nowNanos) {
    return next == null && imposed == null ? this : new Disabled(this, next);
  }

  @Override
  Directive directive() {
    return directive;
  }

  @Override
  CircuitState state() {
    return CircuitState.DISABLED;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    return nowNanos < untilNanos ? this : orderOver(untilNanos);
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    return null;
  }

  @Override
  @Nullable Evidence evidence() {
    return evidence;
  }

  @Override
  Pause pause() {
    return pause;
  }

  @Override
  String describe(long nowNanos) {
    return directive.toString();
  }
}
