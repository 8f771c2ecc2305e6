// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import org.jspecify.annotations.Nullable;

/**
 * Every call is admitted, and a shadow goes through the phases that the circuit would go through. A
 * call that the shadow rejects is admitted unwatched. This phase and its shadow have the same
 * generation, so a transition of the shadow is one of this circuit, from metrics only to metrics
 * only, and tells in its cause what would have happened.
 */
final class MetricsOnly extends Phase {
  private final Directive directive;
  private final long untilNanos;
  private final Phase shadow;

  MetricsOnly(Phase from, long nowNanos, Directive directive) {
    super(
        from,
        nowNanos,
        TransitionCause.of(TransitionCause.Kind.METRICS_ONLY, directive.toString()),
        from.openings());
    this.directive = directive;
    this.untilNanos = directive.untilNanos(nowNanos);
    Imposed left = from.imposed();
    TransitionCause cause = cause(directive.toString());
    this.shadow =
        left != null && left.untilNanos() > nowNanos
            ? new Open(from, nowNanos, cause, left)
            : from.closed(nowNanos, cause, from.openings());
  }

  /** The same generation. */
  private MetricsOnly(MetricsOnly before, Phase shadow) {
    super(before);
    this.directive = before.directive;
    this.untilNanos = before.untilNanos;
    this.shadow = shadow;
  }

  /** The next generation. */
  private MetricsOnly(MetricsOnly before, Phase shadow, TransitionCause cause) {
    super(before, shadow.sinceNanos(), cause, shadow.openings());
    this.directive = before.directive;
    this.untilNanos = before.untilNanos;
    this.shadow = shadow;
  }

  private static TransitionCause cause(String detail) {
    return TransitionCause.of(TransitionCause.Kind.METRICS_ONLY, detail);
  }

  private MetricsOnly with(Phase next) {
    if (next == shadow) {
      return this;
    }
    if (next.generation() == generation()) {
      return new MetricsOnly(this, next);
    }
    Entry entry = next.entry();
    String why = entry == null ? "" : ": " + entry.cause();
    return new MetricsOnly(this, next, cause("would be " + next.state() + why));
  }

  @Override
  Directive directive() {
    return directive;
  }

  @Override
  CircuitState state() {
    return CircuitState.METRICS_ONLY;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    return nowNanos < untilNanos ? with(shadow.advance(config, nowNanos)) : orderOver(untilNanos);
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    Phase next = shadow.admit(config, nowNanos);
    return next == null ? null : with(next);
  }

  @Override
  double rejectRatio(long nowNanos) {
    return shadow.rejectRatio(nowNanos);
  }

  @Override
  int latestTrial() {
    return shadow.latestTrial();
  }

  @Override
  boolean isOut(int trial) {
    return shadow.isOut(trial);
  }

  @Override
  int trialsOut() {
    return shadow.trialsOut();
  }

  @Override
  Phase overtakenEnded(long ticket) {
    return with(shadow.overtakenEnded(ticket));
  }

  @Override
  Phase release(int trial) {
    return with(shadow.release(trial));
  }

  @Override
  Phase settle(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    return with(shadow.settle(config, trial, assessment, nowNanos));
  }

  @Override
  Phase open(CircuitBreakerConfig config, long nowNanos, TransitionCause cause, long wishNanos) {
    return with(shadow.open(config, nowNanos, cause, wishNanos));
  }

  @Override
  @Nullable Closed watching() {
    return shadow.watching();
  }

  @Override
  @Nullable Evidence evidence() {
    return shadow.evidence();
  }

  @Override
  Phase withEvidence(CircuitBreakerConfig config) {
    return with(shadow.withEvidence(config));
  }

  @Override
  Pause pause() {
    return shadow.pause();
  }

  @Override
  Phase paused(Pause wish) {
    return with(shadow.paused(wish));
  }

  @Override
  @Nullable Imposed imposed() {
    return shadow.imposed();
  }

  @Override
  Phase restricted(@Nullable Imposed next, TransitionCause cause, long nowNanos) {
    return with(shadow.restricted(next, cause, nowNanos));
  }

  @Override
  String describe(long nowNanos) {
    return "would be " + shadow.state() + ": " + shadow.describe(nowNanos);
  }
}
