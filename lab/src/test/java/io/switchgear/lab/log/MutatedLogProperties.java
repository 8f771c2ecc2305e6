// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is done to a log, it is read, or refused in one line. */
class MutatedLogProperties {
  private static final List<String> PIECES =
      List.of(
          "",
          " ",
          "\n",
          "\r\n",
          "\t",
          ",",
          ";",
          "\"",
          "\\\"",
          "'",
          "[",
          "]",
          "{",
          "}",
          ":",
          " : ",
          "-",
          "-1",
          "/",
          "\0",
          "\ufeff",
          "\ud83d",
          "ü",
          "1e9",
          "1e999999999",
          ".",
          "0.",
          ".5",
          "999999999999999999999",
          "9223372036854775807",
          "NaN",
          "null",
          "true",
          "[[[[",
          "{\"a\":",
          "200",
          "000",
          "2026-02-30T00:00:00Z",
          "31/Feb/2026:25:61:61 +9999",
          "+0000",
          "<NOSRV>");

  private record Edit(double place, int length, String piece) {
    static Edit by(SplittableRandom random) {
      int length = random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(4);
      return new Edit(random.nextDouble(), length, PIECES.get(random.nextInt(PIECES.size())));
    }

    String apply(String text) {
      int from = (int) (place * text.length());
      int to = Math.min(text.length(), from + length);
      return text.substring(0, from) + piece + text.substring(to);
    }
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void log_mutated_isReadOrRefusedInOneLine(LogFormat format) {
    SeededSequences.of(Edit::by)
        .maxLength(8)
        .runs(150)
        .check(
            edits -> {
              String text = Samples.of(format);
              for (Edit edit : edits) {
                text = edit.apply(text);
              }
              check(LogOptions.automatic(), text);
              check(LogOptions.automatic().format(format), text);
            });
  }

  private static void check(LogOptions options, String text) {
    try {
      ReadLog log = ReadLog.bytes(options, text.getBytes(StandardCharsets.UTF_8));

      assertThat(log.calls())
          .isSortedAccordingTo((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
      assertThat(log.calls()).allMatch(call -> call.endNanos() >= call.startNanos());
    } catch (LogException e) {
      assertThat(e).hasMessageNotContaining("\n");
    }
  }
}
