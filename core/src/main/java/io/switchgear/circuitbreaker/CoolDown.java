// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RandomSource;
import io.switchgear.core.internal.Arguments;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * How long a circuit stays open before trial calls begin: always the same, or longer each time it
 * opens again.
 *
 * <pre>{@code
 * CoolDown.growing(ofSeconds(30), ofSeconds(120)).jitter(0.2)   // 30 s, 60 s, 120 s, 120 s, …
 * }</pre>
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class CoolDown {
  private static final System.Logger LOGGER = System.getLogger(CircuitBreaker.class.getName());
  private static final double MAX_MULTIPLIER = 100;
  private static final Duration DEFAULT_HEALTHY_STRETCH = Duration.ofMinutes(5);

  private final Duration first;
  private final Duration max;
  private final double multiplier;
  private final double jitter;
  private final Duration healthyStretch;

  private CoolDown(Duration first, Duration max, double multiplier, Spread spread) {
    this.first = first;
    this.max = max;
    this.multiplier = multiplier;
    this.jitter = spread.jitter();
    this.healthyStretch = spread.healthyStretch();
  }

  /**
   * Always the same.
   *
   * @param duration 1 ms to 366 days
   * @return the cool-down
   * @throws IllegalArgumentException when out of range
   */
  public static CoolDown fixed(Duration duration) {
    Arguments.positive("duration", duration);
    return new CoolDown(duration, duration, 1, new Spread(0, DEFAULT_HEALTHY_STRETCH));
  }

  /**
   * Doubles each time the circuit opens again, up to a maximum; goes back to the first after the
   * circuit was closed for a healthy stretch of 5 minutes.
   *
   * @param first the first one, 1 ms or more
   * @param max the longest one, {@code first} or more, at most 366 days
   * @return the cool-down
   * @throws IllegalArgumentException when out of range
   */
  public static CoolDown growing(Duration first, Duration max) {
    Arguments.positive("first", first);
    Arguments.positive("max", max);
    if (max.compareTo(first) < 0) {
      throw new IllegalArgumentException("max must be at least " + first + ", but is " + max);
    }
    return new CoolDown(first, max, 2, new Spread(0, DEFAULT_HEALTHY_STRETCH));
  }

  /**
   * The same with another factor from one to the next. Default for {@link #growing}: 2.
   *
   * @param multiplier 1 to 100
   * @return a copy with this factor
   * @throws IllegalArgumentException when out of range
   */
  public CoolDown multiplier(double multiplier) {
    if (!(multiplier >= 1 && multiplier <= MAX_MULTIPLIER)) {
      throw new IllegalArgumentException("multiplier must be from 1 to 100, but is " + multiplier);
    }
    return new CoolDown(first, max, multiplier, new Spread(jitter, healthyStretch));
  }

  /**
   * The same, each time longer by a random share, so that the circuits of many instances don't send
   * their trial calls at the same moment. Default: none.
   *
   * @param ratio the largest share that is added, above 0, at most 1
   * @return a copy with this jitter
   * @throws IllegalArgumentException when out of range
   */
  public CoolDown jitter(double ratio) {
    Spread spread = new Spread(Arguments.ratio("jitter", ratio), healthyStretch);
    return new CoolDown(first, max, multiplier, spread);
  }

  /**
   * The same with another time after which a closed circuit counts as healthy again and its next
   * cool-down is the first one. Default: 5 minutes.
   *
   * @param stretch 1 ms or more
   * @return a copy with this time
   * @throws IllegalArgumentException when out of range
   */
  public CoolDown healthyStretch(Duration stretch) {
    Spread spread = new Spread(jitter, Arguments.positive("healthyStretch", stretch));
    return new CoolDown(first, max, multiplier, spread);
  }

  /**
   * The first one, without jitter.
   *
   * @return the duration
   */
  public Duration first() {
    return first;
  }

  /**
   * The longest one, without jitter.
   *
   * @return the duration
   */
  public Duration max() {
    return max;
  }

  long healthyStretchNanos() {
    return healthyStretch.toNanos();
  }

  /** The cool-down after so many openings in a row before this one; saturates at the longest. */
  long nanos(int openingsBefore, RandomSource random) {
    double grown = first.toNanos() * Math.pow(multiplier, openingsBefore);
    double base = Math.min(grown, (double) max.toNanos());
    return (long) (jitter == 0 ? base : base * (1 + jitter * draw(random)));
  }

  /** A source of chance that is broken costs the jitter; the circuit opens all the same. */
  private static double draw(RandomSource random) {
    try {
      double drawn = random.nextDouble();
      if (drawn >= 0 && drawn < 1) {
        return drawn;
      }
      LOGGER.log(Level.ERROR, "A source of chance gave " + drawn + ", so there is no jitter");
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.ERROR, "A source of chance failed, so there is no jitter", e);
    }
    return 0;
  }

  @Override
  public String toString() {
    String range = first.equals(max) ? first.toString() : first + " to " + max;
    return jitter == 0 ? range : range + " with up to " + Math.round(jitter * 100) + " % jitter";
  }

  /** The two values that vary a cool-down from outside its growth. */
  private record Spread(double jitter, Duration healthyStretch) {}
}
