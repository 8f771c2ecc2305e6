// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * So many requests in so long a time, such as 200 a minute.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param requests 1 to 1,000,000, and at most one a microsecond
 * @param per 1 ms to 1 day
 */
public record StubRate(int requests, Duration per) {
  static final int MAX_REQUESTS = 1_000_000;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public StubRate {
    Checks.range("limit", requests, 1, MAX_REQUESTS);
    Checks.duration("limit's time", per, Duration.ofMillis(1));
    if (requests > TimeUnit.NANOSECONDS.toMicros(per.toNanos())) {
      throw new IllegalArgumentException("limit must be at most one request a microsecond");
    }
  }

  /** The text that a schedule file has for it: {@code 200/min}, or {@code 200/5m} in general. */
  @Override
  public String toString() {
    return requests + "/" + Texts.period(per);
  }
}
