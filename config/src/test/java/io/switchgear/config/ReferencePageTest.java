// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference page describes each key, and its examples work. */
class ReferencePageTest {
  private static final Path PAGE = Path.of("../docs/reference/config.md");

  private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(.*?)```");

  private static final List<Keys> ALL_KEYS =
      List.of(
          ConfigReader.KEYS,
          DependencyReader.KEYS,
          DependencyReader.KEY_KEYS,
          DependencyReader.TIMEOUT_KEYS,
          BreakerReader.KEYS,
          BreakerReader.RULES,
          BreakerReader.CONSECUTIVE_KEYS,
          BreakerReader.RATE_KEYS,
          LimitsReader.BULKHEAD_KEYS,
          LimitsReader.RATE_LIMIT_KEYS);

  @Test
  void page_hasARowForEachKey() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(ALL_KEYS.stream().flatMap(keys -> keys.valid().stream()))
        .allSatisfy(key -> assertThat(page).containsPattern("(?m)^\\| (→ )?`" + key + "` \\|"));
  }

  static Stream<String> examples() throws IOException {
    List<String> examples =
        EXAMPLE.matcher(Files.readString(PAGE)).results().map(MatchResult::group).toList();
    assertThat(examples).hasSize(2);
    return examples.stream().map(example -> EXAMPLE.matcher(example).replaceFirst("$1"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void examples_areValid(String example) {
    assertThat(SwitchgearConfig.parse("config.md", example).dependencies()).containsOnlyKeys("erp");
  }

  @Test
  void fullExample_hasEachKey() throws IOException {
    String full = examples().skip(1).findFirst().orElseThrow();

    assertThat(ALL_KEYS.stream().flatMap(keys -> keys.valid().stream()))
        .filteredOn(key -> !List.of("query", "path").contains(key))
        .allSatisfy(key -> assertThat(full).contains(key + ":"));
  }
}
