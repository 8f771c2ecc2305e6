// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** An operator has every call admitted and no result looked at, for a time or until the reset. */
final class Disabled extends Phase {
  private final Directive directive;
  private final long untilNanos;
  private final @Nullable Evidence evidence;

  Disabled(Phase from, long nowNanos, Directive directive) {
    super(
        from,
        nowNanos,
        TransitionCause.of(TransitionCause.Kind.DISABLED, directive.toString()),
        from.openings());
    this.directive = directive;
    this.untilNanos = directive.untilNanos(nowNanos);
    this.evidence = from.evidence();
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
  boolean rejects() {
    return false;
  }

  @Override
  @Nullable Evidence evidence() {
    return evidence;
  }

  @Override
  String describe(long nowNanos) {
    return directive.toString();
  }
}
