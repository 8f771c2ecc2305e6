// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import io.switchgear.core.internal.Arguments;
import java.time.Duration;
import java.util.Objects;

/**
 * The moment until which a caller waits for an answer. It is absolute, so that it can be handed
 * down through nested policies: each sees what is left, and none begins what can't end in time.
 *
 * <p><b>Thread safety:</b> immutable; what depends on time is computed when it is asked for.
 */
public final class Deadline {
  private static final Deadline NONE = new Deadline(TimeSource.system(), Long.MAX_VALUE);

  private final TimeSource time;
  private final long atNanos;

  private Deadline(TimeSource time, long atNanos) {
    this.time = time;
    this.atNanos = atNanos;
  }

  /**
   * A caller that waits for ever.
   *
   * @return the same instance each time
   */
  public static Deadline none() {
    return NONE;
  }

  /**
   * A deadline that begins to run now.
   *
   * @param duration how long from now; zero or negative is over at once, more than 366 days counts
   *     as 366 days
   * @param time the time that it is measured in
   * @return the deadline
   */
  public static Deadline after(Duration duration, TimeSource time) {
    Objects.requireNonNull(duration, "duration");
    Objects.requireNonNull(time, "time");
    return new Deadline(time, time.nanoTime() + Arguments.saturatedNanos(duration));
  }

  /**
   * What is left.
   *
   * @return the time, zero when it is over; about 292 years without a deadline
   */
  public Duration remaining() {
    return Duration.ofNanos(remainingNanos());
  }

  /**
   * What is left, for those who count in nanoseconds.
   *
   * @return the nanoseconds, 0 when it is over; {@link Long#MAX_VALUE} without a deadline
   */
  public long remainingNanos() {
    return isNone() ? Long.MAX_VALUE : Math.max(0, atNanos - time.nanoTime());
  }

  /**
   * Whether nothing is left.
   *
   * @return true from the very moment of the deadline on
   */
  public boolean isOver() {
    return remainingNanos() == 0;
  }

  /**
   * Whether there is no deadline.
   *
   * @return true for {@link #none} alone
   */
  public boolean isNone() {
    return atNanos == Long.MAX_VALUE;
  }

  /**
   * The stricter of two.
   *
   * @param other another deadline
   * @return this one or the other, whichever is over first
   */
  public Deadline earlierOf(Deadline other) {
    Objects.requireNonNull(other, "other");
    return other.remainingNanos() < remainingNanos() ? other : this;
  }

  /**
   * Refuses to begin a call that nobody waits for any more.
   *
   * @param name the policy that refuses, as its owner named it
   * @throws DeadlineOverException when nothing is left
   */
  public void check(String name) {
    Objects.requireNonNull(name, "name");
    if (isOver()) {
      throw new DeadlineOverException(name);
    }
  }

  @Override
  public String toString() {
    return isNone() ? "no deadline" : remaining() + " left";
  }
}
