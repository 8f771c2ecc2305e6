// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an operator orders a circuit to do: who, why, and for how long.
 *
 * <pre>{@code
 * breaker.forceOpen(by("ana").because("partner maintenance until 6").forAtMost(ofHours(2)));
 * }</pre>
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Directive {
  private final String who;
  private final @Nullable String reason;
  private final @Nullable Duration atMost;

  private Directive(String who, @Nullable String reason, @Nullable Duration atMost) {
    this.who = who;
    this.reason = reason;
    this.atMost = atMost;
  }

  /**
   * An order by somebody.
   *
   * @param who the person or system that orders it
   * @return the order, without a reason and without a time limit
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static Directive by(String who) {
    return new Directive(Arguments.name("who", who), null, null);
  }

  /**
   * The same order with a reason.
   *
   * @param reason the reason, for those who look at the circuit later
   * @return the order with that reason
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public Directive because(String reason) {
    return new Directive(who, Arguments.name("reason", reason), atMost);
  }

  /**
   * The same order with an end. A reset ignores it.
   *
   * @param limit how long the order holds, 1 ms to 366 days
   * @return the order with that limit
   * @throws IllegalArgumentException when out of range
   */
  public Directive forAtMost(Duration limit) {
    return new Directive(who, reason, Arguments.positive("forAtMost", limit));
  }

  /**
   * Who ordered it.
   *
   * @return the person or system
   */
  public String who() {
    return who;
  }

  /**
   * Why it was ordered.
   *
   * @return the reason, if one was given
   */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /**
   * How long it holds.
   *
   * @return the limit; empty when it holds until a reset
   */
  public Optional<Duration> atMost() {
    return Optional.ofNullable(atMost);
  }

  /** When an order that begins now ends; never, if that wasn't said. */
  long untilNanos(long nowNanos) {
    return atMost == null ? Long.MAX_VALUE : nowNanos + atMost.toNanos();
  }

  @Override
  public String toString() {
    String why = reason == null ? "" : ": " + reason;
    String limit = atMost == null ? "" : " (for at most " + atMost.toSeconds() + " s)";
    return "by " + who + why + limit;
  }
}
