// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Reads from a response's headers how long the dependency asks to wait: {@code retry-after-ms},
 * else {@code Retry-After}.
 */
final class RetryAfterReader {
  static final String RETRY_AFTER = "Retry-After";

  static final RetryAfterReader STANDARD =
      new RetryAfterReader(Duration.ofDays(1), TimeSource.system());

  private static final Duration SHORTEST_MAX = Duration.ofMillis(1);

  private final Duration max;
  private final TimeSource time;

  private RetryAfterReader(Duration max, TimeSource time) {
    this.max = max;
    this.time = time;
  }

  RetryAfterReader atMost(Duration max) {
    if (max.compareTo(SHORTEST_MAX) < 0 || max.compareTo(WaitText.LONGEST) > 0) {
      throw new IllegalArgumentException("max must be from 1 ms to 366 days, but is " + max);
    }
    return new RetryAfterReader(max, time);
  }

  RetryAfterReader time(TimeSource time) {
    return new RetryAfterReader(max, time);
  }

  /** The wait, above zero and at most the maximum; empty when the response names none. */
  Optional<Duration> read(ResponseHead head) {
    return asked(head, clockOf(head)).map(this::cut);
  }

  Duration cut(Duration wait) {
    return wait.compareTo(max) > 0 ? max : wait;
  }

  /** The wait as it was asked for, whatever the maximum. */
  static Optional<Duration> asked(ResponseHead head, Instant now) {
    WaitText text = new WaitText(now, ZoneOffset.UTC);
    return head.header("retry-after-ms")
        .flatMap(value -> text.read(value, WaitFormat.MILLISECONDS))
        .or(() -> head.header(RETRY_AFTER).flatMap(value -> text.read(value, WaitFormat.SECONDS)));
  }

  /** The dependency's own clock where the response shows it, so that skew cancels out. */
  Instant clockOf(ResponseHead head) {
    Instant here = time.wallTime();
    return head.header("Date").flatMap(date -> HttpDate.parse(date, here)).orElse(here);
  }
}
