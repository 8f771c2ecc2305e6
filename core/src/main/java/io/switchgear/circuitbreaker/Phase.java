// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of a circuit at one moment. Immutable but for two caches; every method is a pure
 * function of the phase, the settings and the time that it is given.
 *
 * <p>The generation grows by one with each transition; phases of one generation differ only in what
 * was counted. A phase that follows from an event is a new object, or the same one when the event
 * changes nothing.
 */
abstract sealed class Phase permits Closed, Open, HalfOpen, ForcedOpen {
  private final int generation;
  private final long sinceNanos;
  private final @Nullable Entry entry;

  /** Made when first asked for; two threads may make two equal ones. */
  private @Nullable CircuitRejection rejection;

  /** A phase that begins a generation. */
  Phase(int generation, long sinceNanos, @Nullable Entry entry) {
    this.generation = generation;
    this.sinceNanos = sinceNanos;
    this.entry = entry;
  }

  /** A phase that goes on with the generation of another. */
  Phase(Phase sameGeneration) {
    this(sameGeneration.generation, sameGeneration.sinceNanos, sameGeneration.entry);
  }

  /** Never negative; begins again at 0 after 2³¹ transitions. */
  final int generation() {
    return generation;
  }

  /** When this generation began. */
  final long sinceNanos() {
    return sinceNanos;
  }

  /** How this generation was entered; null for a circuit that never moved. */
  final @Nullable Entry entry() {
    return entry;
  }

  abstract CircuitState state();

  /** Where the passing of time leads: at most one transition further, or this. */
  abstract Phase advance(CircuitBreakerConfig config, long nowNanos);

  /** The phase after admitting one call, or null to reject it. Expects to be advanced. */
  abstract @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos);

  /**
   * The trial that {@link #admit} has just added to this phase; 0 when it admits without trials.
   */
  int latestTrial() {
    return 0;
  }

  /** Whether a permit of this generation is still out; trials that ended or expired are not. */
  boolean isOut(int trial) {
    return trial == 0;
  }

  /** The phase after a result of a permit that is out. */
  abstract Phase settle(
      CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos);

  /** The phase after a permit that is out was given back without a result. */
  Phase release(int trial) {
    return this;
  }

  /** How many trials are out. */
  int trialsOut() {
    return 0;
  }

  /** Why a call is rejected now. */
  abstract RejectionReason reason(long nowNanos);

  /** How long a caller who is rejected now should wait; the shell makes it positive. */
  abstract long retryAfterNanos(CircuitBreakerConfig config, long nowNanos);

  /** The numbers that count in this phase, for people. */
  abstract String describe();

  /** The generation after this one. */
  final int nextGeneration() {
    return generation + 1 & Integer.MAX_VALUE;
  }

  /** How another generation that begins now is entered from this phase. */
  final Entry leave(long nowNanos, TransitionCause cause) {
    return new Entry(state(), Math.max(0, nowNanos - sinceNanos), cause);
  }

  final Phase open(CircuitBreakerConfig config, long nowNanos, TransitionCause cause) {
    return new Open(this, nowNanos, nowNanos + config.coolDownNanos(), cause);
  }

  final CircuitRejection rejection(CircuitBreaker circuit) {
    CircuitRejection known = rejection;
    if (known == null) {
      known = new CircuitRejection(circuit, this);
      rejection = known;
    }
    return known;
  }

  /** How a generation began. */
  static final class Entry {
    private final CircuitState from;
    private final long timeInFromNanos;
    private final TransitionCause cause;

    /** Whether the transition is in the log; set by the log alone. */
    private volatile boolean logged;

    Entry(CircuitState from, long timeInFromNanos, TransitionCause cause) {
      this.from = from;
      this.timeInFromNanos = timeInFromNanos;
      this.cause = cause;
    }

    CircuitState from() {
      return from;
    }

    long timeInFromNanos() {
      return timeInFromNanos;
    }

    TransitionCause cause() {
      return cause;
    }

    boolean isLogged() {
      return logged;
    }

    void markLogged() {
      logged = true;
    }
  }
}
