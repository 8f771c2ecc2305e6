// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are made to exhaust the reader, or to write where they shouldn't. */
@Timeout(20)
class HostileYamlTest {

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? "})
  void parse_deepNesting_isRefused(String level) {
    String yaml = level.repeat(100_000);

    assertThatThrownBy(() -> SwitchgearConfig.parse("t.yaml", yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageMatching("t\\.yaml:1:\\d+: nested deeper than 20 levels");
  }

  @Test
  void parse_aliasBomb_isHarmless() {
    StringBuilder yaml = new StringBuilder("version: 1\nx0: &x0 [lol, lol]\n");
    for (int i = 1; i < 90; i++) {
      yaml.append("x%d: &x%d [*x%d, *x%d]%n".formatted(i, i, i - 1, i - 1));
    }

    assertThat(errors(yaml.toString())).hasSize(91).last().asString().contains("unknown key 'x89'");
  }

  @Test
  void parse_manyAliases_isRefused() {
    String yaml = "a: &a {}\nb:\n" + "- *a\n".repeat(201);

    assertThat(errors(yaml)).containsExactly("t.yaml:203:3: more than 200 aliases");
  }

  @Test
  void parse_manyDependencies_isRefused() {
    String yaml =
        IntStream.range(0, 1_001)
            .mapToObj(i -> "  d" + i + ": { url: http://a.example }\n")
            .collect(Collectors.joining("", "version: 1\ndependencies:\n", ""));

    assertThat(errors(yaml))
        .containsExactly("t.yaml:3:3: 'dependencies' has more than 1000 entries");
  }

  @Test
  void parse_manyErrors_listsTheFirstHundred() {
    String yaml =
        IntStream.range(0, 150)
            .mapToObj(i -> "  d" + i + ": {}\n")
            .collect(Collectors.joining("", "version: 1\ndependencies:\n", ""));

    assertThat(errors(yaml))
        .hasSize(101)
        .startsWith("t.yaml:3:3: 'd0' has no 'url'")
        .endsWith("t.yaml: there are more errors than these 100");
  }

  @Test
  void parse_sameErrorByAliases_isListedOnce() {
    String yaml =
        """
        version: 1
        dependencies:
          a: { url: http://a.example, breaker: &b { coolDown: 0s } }
          b: { url: http://b.example, breaker: *b }
        """;

    assertThat(errors(yaml))
        .containsExactly("t.yaml:3:55: 'coolDown' must be from 1ms to 366d, but is '0s'");
  }

  @Test
  void errors_withControlCharacters_stayOnOneLine() {
    String yaml = "version: \"1\\n2\\e[31m\\u2028\\u202e\"\n\"a\\nb\": 1\ndependencies: {}\n";

    assertThat(errors(yaml))
        .containsExactly(
            "t.yaml:1:10: 'version' must be 1, but is '1\ufffd2\ufffd[31m\ufffd\ufffd'",
            "t.yaml:2:1: unknown key 'a\ufffdb'; valid here: version, listen, admin,"
                + " clients, profiles, dependencies",
            "t.yaml:3:15: there must be at least one dependency");
  }

  @Test
  void errors_withLongText_areCut() {
    String yaml = "version: " + "𝄞".repeat(1_000) + "\ndependencies: {}\n";

    assertThat(errors(yaml))
        .startsWith("t.yaml:1:10: 'version' must be 1, but is '" + "𝄞".repeat(60) + "…'");
  }

  @Test
  void errors_withFileNameOfTwoLines_stayOnOneLine() {
    var thrown =
        catchThrowableOfType(ConfigException.class, () -> SwitchgearConfig.parse("a\nb", ""));

    assertThat(thrown).hasMessage("a\ufffdb: the file is empty");
  }

  private static List<String> errors(String yaml) {
    var thrown =
        catchThrowableOfType(ConfigException.class, () -> SwitchgearConfig.parse("t.yaml", yaml));
    assertThat(thrown).isNotNull();
    return thrown.errors().stream().map(ConfigError::toString).toList();
  }
}
