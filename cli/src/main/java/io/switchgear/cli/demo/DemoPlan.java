// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.lab.stub.StubRate;
import java.time.Duration;

/**
 * The numbers of the play. They are those of a real incident, in which an accounting API cut its
 * limit without a word: a cool-down of 30 s and a fixed pause of 60 s there are 5 s and 10 s here,
 * and everything is faster by ten.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class DemoPlan {
  private static final int SPEED_MAX = 10;

  private final int speed;

  private DemoPlan(int speed) {
    this.speed = speed;
  }

  /**
   * A play that takes 45 s at speed 1.
   *
   * @param speed how many times faster its times pass, 1 to 10
   * @return the plan
   * @throws IllegalArgumentException when out of range
   */
  public static DemoPlan atSpeed(int speed) {
    if (speed < 1 || speed > SPEED_MAX) {
      throw new IllegalArgumentException(
          "speed must be from 1 to " + SPEED_MAX + ", but is " + speed);
    }
    return new DemoPlan(speed);
  }

  /** How many workers share the documents of all customers. */
  int workers() {
    return 16;
  }

  /** How many documents arrive in a second. */
  int arrivalsPerSecond(Customer customer) {
    return customer == Customer.ACME ? 50 : 2;
  }

  /** How long the API takes to post a document. */
  Duration latency() {
    return Duration.ofMillis(100);
  }

  /** The limit of each key that everybody knows. */
  StubRate knownLimit() {
    return new StubRate(6_000, Duration.ofMinutes(1));
  }

  /** The limit of each key after the cut: used up in a moment, and not back before the end. */
  StubRate cutLimit() {
    return new StubRate(120 / speed, Duration.ofMinutes(1));
  }

  /** The last moments before the counting begins, in which the JVM gets warm. */
  Duration warmUp() {
    return scaled(4_000);
  }

  /** When the limit is cut, counted from the beginning. */
  Duration cutAfter() {
    return scaled(6_000);
  }

  /** When the limit is lifted, counted from the beginning. */
  Duration liftAfter() {
    return scaled(20_500);
  }

  /** When the play ends even if not all is posted. */
  Duration endAfter() {
    return scaled(45_000);
  }

  /** How long the circuit stays open. */
  Duration coolDown() {
    return scaled(5_000);
  }

  /** How long a client without protection waits after a 429. */
  Duration fixedPause() {
    return scaled(10_000);
  }

  /** The most that a client with protection waits after a rejection, whatever it was told. */
  Duration shortPause() {
    return scaled(500);
  }

  /** How often a screen is drawn, and rates are measured. */
  Duration tick() {
    return Duration.ofMillis(100);
  }

  private Duration scaled(long millis) {
    return Duration.ofMillis(millis / speed);
  }
}
