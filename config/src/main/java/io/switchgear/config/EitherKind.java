// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value of one piece, or a section that says more.
 *
 * @param brief the value of one piece
 * @param full the section
 */
record EitherKind<T>(Kind<T> brief, Kind<T> full) implements Kind<T> {

  @Override
  public Optional<T> read(Setting setting) {
    return setting.isSection() ? full.read(setting) : brief.read(setting);
  }

  @Override
  public Object shown(Setting setting) {
    return (setting.isSection() ? full : brief).shown(setting);
  }

  @Override
  public String words() {
    return brief.words() + "; or " + full.words();
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return Map.of("anyOf", List.of(brief.schema(sections), full.schema(sections)));
  }
}
