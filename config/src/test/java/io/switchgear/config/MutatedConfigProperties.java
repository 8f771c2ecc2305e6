// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever is done to a file with all keys, it is read, or refused with errors of one line each,
 * none of which shows a secret.
 */
class MutatedConfigProperties {
  private static final List<String> PIECES =
      List.of(
          "",
          " ",
          "  ",
          "\n",
          "\n  ",
          "\t",
          ":",
          ": ",
          ", ",
          "- ",
          "? ",
          "#",
          "'",
          "\"",
          "\\",
          "{",
          "}",
          "[",
          "]",
          "&a ",
          "*a",
          "*breaker",
          "!",
          "!!int ",
          "%",
          "@",
          "`",
          "|",
          ">",
          "~",
          "<<",
          "---\n",
          "...\n",
          "null",
          "true",
          "0",
          "-1",
          "1e9",
          ".nan",
          "99999999999999999999",
          "ü",
          "\ud83d",
          "\0",
          "\ufeff",
          "\u2028",
          "${",
          "${TOKEN}",
          "$${",
          "{ file: a }",
          "none",
          "auto",
          "/**",
          "url",
          "breaker:",
          "trip: {}",
          "30",
          "5%",
          "1/s");

  /** Replaces {@code length} characters at a share of the text by a piece. */
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

  @Test
  void parse_mutatedFile_isReadOrRefusedLineByLine() {
    SeededSequences.of(Edit::by).maxLength(8).runs(5_000).check(MutatedConfigProperties::check);
  }

  private static void check(List<Edit> edits) {
    String yaml = FullFile.YAML;
    for (Edit edit : edits) {
      yaml = edit.apply(yaml);
    }
    try {
      assertThat(FullFile.read(yaml).dependencies()).isNotEmpty();
    } catch (ConfigException e) {
      assertThat(e.errors()).isNotEmpty();
      for (ConfigError error : e.errors()) {
        assertThat(error.toString())
            .hasLineCount(1)
            .doesNotContain("s3cret")
            .matches("t\\.yaml(:[1-9][0-9]*:[1-9][0-9]*)?: \\P{Cntrl}+");
      }
    }
  }
}
