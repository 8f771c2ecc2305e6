// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The values of a kind that are in a range.
 *
 * @param kind the kind
 * @param range the range as errors name it, behind "from"
 * @param inRange whether a value is in it
 */
record RangeKind<T>(Kind<T> kind, String range, Predicate<T> inRange) implements Kind<T> {

  @Override
  public Optional<T> read(Setting setting) {
    return kind.read(setting).flatMap(value -> setting.within(range, value, inRange));
  }

  @Override
  public Object shown(Setting setting) {
    return kind.shown(setting);
  }

  @Override
  public String words() {
    return kind.words() + ", " + range;
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return kind.schema(sections);
  }
}
