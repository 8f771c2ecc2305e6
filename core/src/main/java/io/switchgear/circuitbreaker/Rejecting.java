// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;
import org.jspecify.annotations.Nullable;

/** A phase that may reject calls. */
abstract sealed class Rejecting extends Phase
    permits Open, HalfOpen, ForcedOpen, Paused, Ramping, Shedding {
  /** Made when first asked for; two threads may make two equal ones. */
  private @Nullable CircuitRejection rejection;

  /** What the latest closed period remembered. */
  private final @Nullable Evidence evidence;

  private final Pause pause;
  private final Trials overtaken;

  Rejecting(Phase from, long nowNanos, TransitionCause cause, int openings) {
    super(from, nowNanos, cause, openings);
    this.evidence = from.evidence();
    this.pause = from.pause();
    this.overtaken = from.running();
  }

  Rejecting(Phase sameGeneration) {
    this(sameGeneration, sameGeneration.pause());
  }

  Rejecting(Phase sameGeneration, Pause pause) {
    this(sameGeneration, pause, sameGeneration.overtaken());
  }

  Rejecting(Phase sameGeneration, Pause pause, Trials overtaken) {
    super(sameGeneration);
    this.evidence = sameGeneration.evidence();
    this.pause = pause;
    this.overtaken = overtaken;
  }

  @Override
  final Pause pause() {
    return pause;
  }

  @Override
  final Trials overtaken() {
    return overtaken;
  }

  @Override
  Trials running() {
    return overtaken;
  }

  @Override
  final Phase overtakenEnded(long ticket) {
    Trials left = overtaken.without(ticket);
    return left == overtaken ? this : withOvertaken(left);
  }

  /** The same generation with other overtaken trials; a closed circuit has none. */
  Phase withOvertaken(Trials left) {
    return this;
  }

  @Override
  final @Nullable Evidence evidence() {
    return evidence;
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    return null;
  }

  /** Whether every call is rejected at this time. */
  boolean rejectsForNow(CircuitBreakerConfig config, long nowNanos) {
    return admit(config, nowNanos) == null;
  }

  /** Why a call is rejected now. */
  abstract RejectionReason reason(long nowNanos);

  /** How long a caller who is rejected now should wait; the shell makes it positive. */
  abstract long retryAfterNanos(CircuitBreakerConfig config, long nowNanos);

  final CircuitRejection rejection(Circuit circuit) {
    CircuitRejection known = rejection;
    if (known == null) {
      known = new CircuitRejection(circuit, this);
      rejection = known;
    }
    return known;
  }
}
