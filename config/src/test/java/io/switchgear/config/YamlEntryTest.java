// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Files of other modules: what they read, and that errors get their place. */
class YamlEntryTest {

  @Test
  void parse_mappingsAndLists_givesKeysAndTexts() {
    List<String> read =
        YamlEntry.parse(
            "plan.yaml",
            "list:\n  - for: 20s\n  - for: 5\n",
            file ->
                file.entries(List.of("list")).get(0).items().stream()
                    .flatMap(item -> item.entries(List.of("for")).stream())
                    .map(entry -> entry.name() + "=" + entry.text().orElse("-"))
                    .toList());

    assertThat(read).containsExactly("for=20s", "for=5");
  }

  @Test
  void parse_withErrors_tellsThemAllWithTheirPlaces() {
    assertThatThrownBy(
            () ->
                YamlEntry.parse(
                    "plan.yaml",
                    "fro: 1s\nfor: [1, 2]\nlimit: 3\n",
                    file -> {
                      for (YamlEntry entry : file.entries(List.of("for", "limit"))) {
                        Optional<String> text = entry.text();
                        text.ifPresent(it -> entry.problem("'limit' must be a rate"));
                      }
                      return "unused";
                    }))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            """
            plan.yaml:1:1: unknown key 'fro'; did you mean 'for'?
            plan.yaml:2:6: 'for' must be text, but is a list
            plan.yaml:3:8: 'limit' must be a rate\
            """);
  }

  @Test
  void load_withoutFile_saysSo() {
    assertThatThrownBy(() -> YamlEntry.load(Path.of("absent.yaml"), YamlEntry::text))
        .isInstanceOf(ConfigException.class)
        .hasMessage("absent.yaml: there is no such file");
  }
}
