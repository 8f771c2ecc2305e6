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

  TimeoutExceededException(String name, Duration limit, @Nullable Throwable cause) {
    super("Timeout " + name + ": the call took longer than " + limit, cause);
    this.name = name;
    this.limit = limit;
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
}
