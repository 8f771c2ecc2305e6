// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers and sentences as people read them. */
final class Text {
  private static final double MILLIS_PER_SECOND = 1_000;

  private Text() {}

  /** Such as {@code 5 s} or {@code 0.5 s}. */
  static String seconds(Duration duration) {
    double seconds = duration.toMillis() / MILLIS_PER_SECOND;
    return seconds == Math.rint(seconds)
        ? "%.0f s".formatted(seconds)
        : String.format(Locale.ROOT, "%.1f s", seconds);
  }

  /** Such as {@code 0:07}. */
  static String clock(Duration duration) {
    return "%d:%02d".formatted(duration.toMinutes(), duration.toSecondsPart());
  }

  /** Such as {@code 6,000}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The words in lines of at most this length. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    var line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
