// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of several words, some of which this version doesn't have yet.
 *
 * @param choices the words with what they stand for
 * @param notYet those that are refused as ones that this version doesn't have
 */
record ChoiceKind<T>(Map<String, T> choices, List<String> notYet) implements Kind<T> {

  ChoiceKind(Map<String, T> choices) {
    this(choices, List.of());
  }

  @Override
  public Optional<T> read(Setting setting) {
    boolean early = setting.reading().early();
    if (!early && notYet.stream().anyMatch(setting::holds)) {
      setting.laterValue();
      return Optional.empty();
    }
    return setting
        .oneOf(early ? List.copyOf(choices.keySet()) : present())
        .flatMap(word -> Optional.ofNullable(choices.get(word)));
  }

  /** A word of digits without quotes is a number to a schema. */
  private static Stream<Object> forms(String word) {
    return word.matches("[0-9]{1,9}") ? Stream.of(Integer.valueOf(word), word) : Stream.of(word);
  }

  private List<String> present() {
    return choices.keySet().stream().filter(word -> !notYet.contains(word)).toList();
  }

  @Override
  public String words() {
    return present().stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    List<String> described = sections.early() ? List.copyOf(choices.keySet()) : present();
    return sections.orReference(
        Map.of("enum", described.stream().flatMap(ChoiceKind::forms).toList()));
  }
}
