// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server sends, a wait is above zero and at most the maximum, or there is none. */
class RetryAfterProperties {
  private static final String[] PIECES = {
    "0",
    "1",
    "9",
    "20",
    "007",
    "4294967296",
    ".",
    "-",
    "+",
    " ",
    ",",
    "e",
    "NaN",
    "Infinity",
    "Wed",
    ", ",
    "21",
    " Oct ",
    "-Oct-",
    "2026",
    "26",
    " 07:28:00",
    " 99:99:99",
    " GMT",
    " UTC",
    "\0",
    "\n",
    "\ud800",
    "ü",
    "%",
    "s",
    "ms",
    "h",
    "Date",
    "T",
    "Z",
    ":",
    "99999999999999999999",
  };

  private static final int CASES = 2_000;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void read_anyText_isNoWaitOrOneWithinBounds(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CASES; i++) {
      Duration max = Duration.ofMillis(random.nextLong(1, 40_000_000_000L) % 31_622_400_000L + 1);
      RetryAfterReader reader = RetryAfterReader.STANDARD.time(new VirtualTime()).atMost(max);
      FakeHead head =
          FakeHead.of(429)
              .with("Retry-After", text(random))
              .with("retry-after-ms", random.nextBoolean() ? text(random) : "")
              .with("Date", text(random));

      assertThat(reader.read(head).orElse(max))
          .as("seed %d, case %d, %s, at most %s", seed, i, head, max)
          .isPositive()
          .isLessThanOrEqualTo(max);
    }
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int pieces = random.nextInt(1, 9); pieces > 0; pieces--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }
}
