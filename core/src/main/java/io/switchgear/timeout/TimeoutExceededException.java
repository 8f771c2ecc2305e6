// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call that took longer than its limit. The standard verdicts read it as a failure of the
 * dependency. Its cause is what the call threw when it was interrupted, if it threw something.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class TimeoutExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the timeout. */
  private final String name;

  /** The limit. */
  private final Duration limit;

  /** Whether the limit was the caller's. */
  private final boolean deadline;

  TimeoutExceededException(
      String name, Duration limit, boolean deadline, @Nullable Throwable cause) {
    super(message(name, limit, deadline), cause);
    this.name = name;
    this.limit = limit;
    this.deadline = deadline;
  }

  private static String message(String name, Duration limit, boolean deadline) {
    String whose = deadline ? ", all that its caller's deadline had left" : "";
    return "Timeout " + name + ": the call took longer than " + limit + whose;
  }

  /**
   * The name of the timeout.
   *
   * @return as its owner gave it
   */
  public String name() {
    return name;
  }

  /**
   * How long the call was allowed to take.
   *
   * @return the limit, or what was left before the caller's deadline if that was less
   */
  public Duration limit() {
    return limit;
  }

  /**
   * Whether the call was ended by its caller's deadline, which came before the timeout's own limit.
   * Such a call says less about the dependency: somebody in a hurry might have given up on a
   * healthy one.
   *
   * @return true for the deadline, false for the timeout's own limit
   */
  public boolean isDeadline() {
    return deadline;
  }
}
