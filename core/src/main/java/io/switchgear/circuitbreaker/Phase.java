// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import org.jspecify.annotations.Nullable;

/**
 * The state of a circuit at one moment, but for the evidence that a closed one gathers. Immutable;
 * every method is a pure function of the phase, the settings and the time that it is given.
 *
 * <p>The generation grows by one with each transition; phases of one generation differ only in
 * trials and pauses. A phase that follows from an event is a new object, or the same one when the
 * event changes nothing.
 */
abstract sealed class Phase implements Answer permits Closed, Rejecting, Disabled, MetricsOnly {
  private final int generation;
  private final long sinceNanos;
  private final @Nullable Entry entry;

  /** The phase of a circuit that has never moved. */
  Phase(long nowNanos) {
    this.generation = 0;
    this.sinceNanos = nowNanos;
    this.entry = null;
  }

  /** A phase that begins the generation after another. */
  Phase(Phase from, long nowNanos, TransitionCause cause, int openings) {
    this.generation = (from.generation + 1) & Integer.MAX_VALUE;
    this.sinceNanos = nowNanos;
    this.entry = new Entry(from, nowNanos, cause, openings);
  }

  /** A phase that goes on with the generation of another. */
  Phase(Phase sameGeneration) {
    this.generation = sameGeneration.generation;
    this.sinceNanos = sameGeneration.sinceNanos;
    this.entry = sameGeneration.entry;
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

  /** The phase after admitting one call, or null. Expects to be advanced. */
  abstract @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos);

  /** The share of calls that a closed circuit rejects in a partial outage, from 0 to 1. */
  double rejectRatio(long nowNanos) {
    return 0;
  }

  /**
   * The trial that {@link #admit} has just added to this phase; 0 when it admits without trials.
   */
  int latestTrial() {
    return 0;
  }

  /** Whether a permit of this generation is still out; trials that ended or expired are not. */
  boolean isOut(int trial) {
    return trial <= 0;
  }

  /** How many trials are out. */
  int trialsOut() {
    return 0;
  }

  /**
   * Trial calls of generations that are over, and that may still run. Their results are late, but
   * while they run they load the dependency, so the next half-open circuit has as many fewer
   * places. A state that admits calls freely has none: it doesn't count what runs then.
   */
  Trials overtaken() {
    return Trials.NONE;
  }

  /** The trial calls that the next generation overtakes, or that were overtaken before. */
  Trials running() {
    return Trials.NONE;
  }

  /** The phase after a call of an earlier generation has ended. */
  Phase overtakenEnded(long ticket) {
    return this;
  }

  /** The phase after a trial that is out gave its place back without a result. */
  Phase release(int trial) {
    return this;
  }

  /** The phase after a trial that is out ended with a result. */
  Phase settle(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    return this;
  }

  /** The closed phase that gathers evidence while this one lasts; null if none does. */
  @Nullable Closed watching() {
    return null;
  }

  /** What this closed period, or else the latest one before it, remembers; null if nothing. */
  abstract @Nullable Evidence evidence();

  /** This phase with something to remember results in, if it is closed. */
  Phase withEvidence(CircuitBreakerConfig config) {
    return this;
  }

  /** What the dependency has wished for; it may be over. */
  Pause pause() {
    return Pause.NONE;
  }

  /** The phase after the dependency asked for a pause; never shortens one. */
  Phase paused(Pause wish) {
    return this;
  }

  /** The order that this phase carries out, if it is an operator's. */
  @Nullable Directive directive() {
    return null;
  }

  /** What was imposed from outside and isn't known to be over; null if nothing. */
  @Nullable Imposed imposed() {
    return null;
  }

  /**
   * The phase after an outside authority has spoken: with what it imposed, in place of anything
   * before, or with nothing imposed any more.
   */
  Phase restricted(@Nullable Imposed next, TransitionCause cause, long nowNanos) {
    return next == null ? this : new Open(this, nowNanos, cause, next);
  }

  /** The numbers that count in this phase, for people. */
  abstract String describe(long nowNanos);

  /** The open phase after this one; the dependency's own wish may make it longer. */
  Phase open(CircuitBreakerConfig config, long nowNanos, TransitionCause cause, long wishNanos) {
    boolean healthy =
        state() == CircuitState.CLOSED && nowNanos - sinceNanos >= config.healthyStretchNanos();
    int openingsBefore = healthy ? 0 : openings();
    long coolDown = Math.max(config.coolDownNanos(openingsBefore), wishNanos);
    return new Open(this, nowNanos, nowNanos + coolDown, cause, openingsBefore + 1);
  }

  /** The phase after an order whose time is over: closed, unless something else is imposed. */
  final Phase orderOver(long nowNanos) {
    String detail = "the ordered time is over";
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.ORDER_OVER, detail);
    Imposed left = imposed();
    return left != null && left.untilNanos() > nowNanos
        ? new Open(this, nowNanos, cause, left)
        : closed(nowNanos, cause, 0);
  }

  /** The closed phase after this one; a pause that isn't over goes on. */
  final Phase closed(long nowNanos, TransitionCause cause, int openings) {
    Closed closed = new Closed(this, nowNanos, cause, openings);
    return pause().isOver(nowNanos) ? closed : closed.paused(pause());
  }

  /** How often the circuit has opened without a healthy stretch between. */
  final int openings() {
    return entry == null ? 0 : entry.openings;
  }

  /** How a generation began. */
  static final class Entry {
    private final CircuitState from;
    private final long timeInFromNanos;
    private final TransitionCause cause;
    private final int openings;

    /** Whether the transition is in the log; set by the log alone. */
    private volatile boolean logged;

    private Entry(Phase from, long nowNanos, TransitionCause cause, int openings) {
      this.from = from.state();
      this.timeInFromNanos = Math.max(0, nowNanos - from.sinceNanos);
      this.cause = cause;
      this.openings = openings;
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
