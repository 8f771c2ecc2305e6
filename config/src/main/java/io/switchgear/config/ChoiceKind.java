// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of several words.
 *
 * @param choices the words with what they stand for
 */
record ChoiceKind<T>(Map<String, T> choices) implements Kind<T> {
  @Override
  public Optional<T> read(Setting setting) {
    return setting
        .oneOf(List.copyOf(choices.keySet()))
        .flatMap(word -> Optional.ofNullable(choices.get(word)));
  }

  /** A word of digits without quotes is a number to a schema. */
  private static Stream<Object> forms(String word) {
    return word.matches("[0-9]{1,9}(?:\\.[0-9]{1,9})?")
        ? Stream.of(new BigDecimal(word), word)
        : Stream.of(word);
  }

  @Override
  public String words() {
    return choices.keySet().stream()
        .map(word -> "`" + word + "`")
        .collect(Collectors.joining(", "));
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return sections.orReference(
        Map.of("enum", choices.keySet().stream().flatMap(ChoiceKind::forms).toList()));
  }
}
