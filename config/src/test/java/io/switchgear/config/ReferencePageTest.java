// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reference page describes each key as the readers know it, and its examples work. With {@code
 * -Dconfig.update=true} the tables of the page are written instead of being compared.
 */
class ReferencePageTest {
  private static final Path PAGE = Path.of("../docs/reference/config.md");

  private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(version:.*?)```");

  private static final Pattern TABLE =
      Pattern.compile("(?m)^<!-- keys of (\\w+) -->\n+(?:\\|.*\n)*\n*");

  @Test
  void page_hasATableForEachSection() throws IOException {
    assertThat(TABLE.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(sections().keySet());
  }

  @Test
  void tables_areWhatTheReadersKnow() throws IOException {
    String page = Files.readString(PAGE);
    String expected =
        TABLE.matcher(page).replaceAll(found -> Matcher.quoteReplacement(withTable(found)));

    if (Boolean.getBoolean("config.update")) {
      Files.writeString(PAGE, expected);
    } else {
      assertThat(page).as("update with -Dconfig.update=true").isEqualTo(expected);
    }
  }

  static Stream<String> examples() throws IOException {
    List<String> examples =
        EXAMPLE.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();
    assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
    return examples.stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void examples_areValid(String example) {
    assertThat(SwitchgearConfig.parse("config.md", example).dependencies()).isNotEmpty();
  }

  @Test
  void examples_haveEachKey() throws IOException {
    String all = examples().collect(Collectors.joining());

    // The page has no files beside it that an example could refer to.
    assertThat(sections().values().stream().flatMap(keys -> keys.valid().stream()))
        .filteredOn(key -> !Set.of("file", "tls", "certificate", "minVersion").contains(key))
        .allSatisfy(key -> assertThat(all).containsPattern("\\b" + key + ":"));
  }

  private static Map<String, Keys> sections() {
    SchemaSections sections = new SchemaSections();
    ConfigReader.FILE.schema(sections);
    return sections.keys();
  }

  private static String withTable(MatchResult found) {
    String id = found.group(1);
    Keys keys = sections().getOrDefault(id, Keys.of());
    return "<!-- keys of %s -->\n\n".formatted(id)
        + "| key | | kind | default | what it is |\n| --- | --- | --- | --- | --- |\n"
        + keys.all().stream().map(ReferencePageTest::row).collect(Collectors.joining("", "", "\n"));
  }

  private static String row(Key<?> key) {
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            key.name(),
            key.presence().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            key.kind().words(),
            key.standard(),
            key.meaning());
  }
}
