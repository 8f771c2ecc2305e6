// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A circuit as it was at one moment.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class CircuitSnapshot {
  private final String name;
  private final Optional<String> key;
  private final Phase phase;
  private final Duration timeInState;
  private final String evidence;
  private final double rejectRatio;
  private final @Nullable RejectionReason reason;
  private final @Nullable Duration retryAfter;

  CircuitSnapshot(
      CircuitBreaker circuit, Phase phase, long nowNanos, @Nullable Rejecting refusing) {
    this.name = circuit.name();
    this.key = circuit.key();
    this.phase = phase;
    this.evidence = phase.describe(nowNanos);
    this.rejectRatio = phase.rejectRatio(nowNanos);
    this.timeInState = Duration.ofNanos(Math.max(0, nowNanos - phase.sinceNanos()));
    this.reason = refusing == null ? null : refusing.reason(nowNanos);
    this.retryAfter = refusing == null ? null : circuit.retryAfter(refusing);
  }

  /**
   * The name of the circuit.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * The key of the circuit.
   *
   * @return the key as text in one line, cut after 256 characters; empty when it has none
   */
  public Optional<String> key() {
    return key;
  }

  /**
   * The state.
   *
   * @return the state
   */
  public CircuitState state() {
    return phase.state();
  }

  /**
   * How long the circuit had been in this state, counted from its latest transition: a circuit that
   * opens again after trial calls, or that would do so in metrics only, begins anew. How long it
   * hasn't been closed is told by the log ({@link CircuitBreaker#onTransition}).
   *
   * @return the time
   */
  public Duration timeInState() {
    return timeInState;
  }

  /**
   * What brought the circuit into this state.
   *
   * @return the cause; empty for a circuit that never changed
   */
  public Optional<TransitionCause> cause() {
    return Optional.ofNullable(phase.entry()).map(Phase.Entry::cause);
  }

  /**
   * The operator's order that holds.
   *
   * @return the order, if the circuit is forced open, disabled or in metrics only
   */
  public Optional<Directive> directive() {
    return Optional.ofNullable(phase.directive());
  }

  /**
   * The generation of the state: it grows by one with each transition and begins again at 0 after
   * 2³¹ of them. The circuit of a key that was forgotten begins at 0.
   *
   * @return the number, for {@link CircuitBreaker#restrict}
   */
  public int generation() {
    return phase.generation();
  }

  /**
   * Who restricts the circuit from outside.
   *
   * @return the authority and its reason; empty when nothing is imposed
   */
  public Optional<Directive> restrictedBy() {
    return Optional.ofNullable(phase.imposed()).map(Imposed::authority);
  }

  /**
   * The numbers that count in this state, for people: the window, the trials.
   *
   * @return one short line
   */
  public String evidence() {
    return evidence;
  }

  /**
   * The share of calls that the closed circuit rejects in a partial outage; in metrics only, the
   * share that it would reject.
   *
   * @return from 0 to 1; 0 without {@link CircuitBreakerConfig#proportional}
   */
  public double rejectRatio() {
    return rejectRatio;
  }

  /**
   * How many trial calls of this half-open state are out. Those of an earlier one that still run
   * take places as well, but have lost their permits and aren't counted here.
   *
   * @return the number; 0 unless half-open
   */
  public int trialsOut() {
    return phase.trialsOut();
  }

  /**
   * Why a call that came now would be rejected: also a closed circuit rejects calls while the
   * dependency wants none.
   *
   * @return the reason; empty when calls are admitted
   */
  public Optional<RejectionReason> reason() {
    return Optional.ofNullable(reason);
  }

  /**
   * How long a call that is rejected now should wait.
   *
   * @return the wait; empty when calls are admitted
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  @Override
  public String toString() {
    return name + key.map(k -> "[" + k + "]").orElse("") + " " + state() + ": " + evidence();
  }
}
