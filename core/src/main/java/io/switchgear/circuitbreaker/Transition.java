// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One change of a circuit's state, as the log keeps it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Transition {
  private final long sequence;
  private final String circuit;
  private final Optional<String> key;
  private final CircuitState to;
  private final Phase.Entry entry;
  private final Instant at;

  Transition(long sequence, Circuit circuit, Phase phase, Phase.Entry entry, Instant at) {
    this.sequence = sequence;
    this.circuit = circuit.circuitName();
    this.key = circuit.keyText();
    this.to = phase.state();
    this.entry = entry;
    this.at = at;
  }

  /**
   * The place in the log: 1 for the first transition of a breaker or of a family of keyed breakers,
   * then without gaps.
   *
   * @return the number
   */
  public long sequence() {
    return sequence;
  }

  /**
   * The name of the circuit.
   *
   * @return the name
   */
  public String circuit() {
    return circuit;
  }

  /**
   * The key of the circuit.
   *
   * @return the key as text in one line, cut after 256 characters; empty when there are no keys, or
   *     when all keys are meant
   */
  public Optional<String> key() {
    return key;
  }

  /**
   * The state that was left.
   *
   * @return the state
   */
  public CircuitState from() {
    return entry.from();
  }

  /**
   * The state that was entered.
   *
   * @return the state
   */
  public CircuitState to() {
    return to;
  }

  /**
   * What decided it.
   *
   * @return the cause
   */
  public TransitionCause cause() {
    return entry.cause();
  }

  /**
   * When it happened.
   *
   * @return the date and time
   */
  public Instant at() {
    return at;
  }

  /**
   * How long the circuit had been in the state that it left.
   *
   * @return the time
   */
  public Duration timeInFrom() {
    return Duration.ofNanos(entry.timeInFromNanos());
  }

  @Override
  public String toString() {
    String name = circuit + key.map(k -> "[" + k + "]").orElse("");
    return "#" + sequence + " " + name + " " + from() + " → " + to + ": " + cause();
  }
}
