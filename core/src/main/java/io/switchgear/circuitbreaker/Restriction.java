// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an outside authority says about a circuit: a fleet whose other members have seen the
 * dependency fail, a status page, a script. It can make a circuit stricter than it is by itself,
 * never more lenient; an operator's order comes before both.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Restriction {
  private static final Restriction NONE = new Restriction(null, false);

  private final @Nullable Duration wait;
  private final boolean trialsFollow;

  private Restriction(@Nullable Duration wait, boolean trialsFollow) {
    this.wait = wait;
    this.trialsFollow = trialsFollow;
  }

  /**
   * No call is admitted for a time; then the circuit is closed again, or goes on cooling down if it
   * was open by itself.
   *
   * @param wait the time, counted from now, 1 ms to 366 days
   * @return the restriction
   * @throws IllegalArgumentException when out of range
   */
  public static Restriction openFor(Duration wait) {
    return new Restriction(Arguments.positive("wait", wait), false);
  }

  /**
   * No call is admitted for a time; then the circuit is half-open, and trial calls decide, also if
   * it was closed before. When nothing more is heard from outside the circuit recovers by itself.
   *
   * @param wait the time, counted from now, 1 ms to 366 days
   * @return the restriction
   * @throws IllegalArgumentException when out of range
   */
  public static Restriction halfOpenAfter(Duration wait) {
    return new Restriction(Arguments.positive("wait", wait), true);
  }

  /**
   * No opinion: the circuit decides by itself again.
   *
   * @return the same object each time
   */
  public static Restriction none() {
    return NONE;
  }

  /** What is in force from now on; null for nothing. */
  @Nullable Imposed imposedBy(Directive authority, long nowNanos) {
    return wait == null ? null : new Imposed(authority, nowNanos + wait.toNanos(), trialsFollow);
  }

  @Override
  public String toString() {
    if (wait == null) {
      return "no restriction any more";
    }
    return (trialsFollow ? "half-open after " : "open for ") + wait.toMillis() + " ms";
  }
}
