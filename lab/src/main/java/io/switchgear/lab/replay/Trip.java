// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.circuitbreaker.Transition;
import io.switchgear.core.Assessment;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One time that a circuit tripped, until it was closed again.
 *
 * <p><b>Thread safety:</b> none; whoever gets one from a result only reads it.
 */
public final class Trip {
  private final Instant at;
  private final String evidence;
  private final Outcomes rejected = new Outcomes();
  private final Outcomes trials = new Outcomes();
  private int reopenings;
  private @Nullable Instant closedAt;
  private @Nullable String suspicion;

  Trip(Transition opened) {
    this.at = opened.at();
    this.evidence = opened.cause().detail();
  }

  void rejected(Assessment really) {
    rejected.add(really);
  }

  void trial(Assessment really) {
    trials.add(really);
  }

  void reopened() {
    reopenings++;
  }

  void closed(Instant when) {
    closedAt = when;
    boolean allFine = rejected.fine() > 0 && rejected.failed() == 0 && reopenings == 0;
    if (allFine && suspicion == null) {
      suspicion = "every call that it rejected was fine, %d in all".formatted(rejected.fine());
    }
  }

  void suspect(String reason) {
    suspicion = reason;
  }

  /**
   * When it tripped.
   *
   * @return the date and time, as the log has them
   */
  public Instant at() {
    return at;
  }

  /**
   * What decided it, in the words of the circuit breaker.
   *
   * @return one line
   */
  public String evidence() {
    return evidence;
  }

  /**
   * How the calls really ended that it rejected.
   *
   * @return the numbers
   */
  public Outcomes rejected() {
    return rejected;
  }

  /**
   * How its trial calls ended.
   *
   * @return the numbers
   */
  public Outcomes trials() {
    return trials;
  }

  /**
   * How often it opened again because a trial call failed.
   *
   * @return the number
   */
  public int reopenings() {
    return reopenings;
  }

  /**
   * When it was closed again.
   *
   * @return the date and time; empty when the log ended before
   */
  public Optional<Instant> closedAt() {
    return Optional.ofNullable(closedAt);
  }

  /**
   * Why the trip looks wrong.
   *
   * @return one line; empty when it doesn't
   */
  public Optional<String> suspicion() {
    return Optional.ofNullable(suspicion);
  }

  /** How long it lasted, if the log went on to then. */
  Duration lasted(Instant end) {
    Duration lasted = Duration.between(at, closedAt == null ? end : closedAt);
    return lasted.isNegative() ? Duration.ZERO : lasted;
  }
}
