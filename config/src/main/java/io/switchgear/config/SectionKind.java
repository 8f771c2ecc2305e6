// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;

/**
 * A mapping with keys of ours.
 *
 * @param id what the reference page and the schema call the section
 * @param keys its keys
 */
record SectionKind(String id, Keys keys) implements Kind<Section> {

  @Override
  public Optional<Section> read(Setting setting) {
    return setting.section(keys);
  }

  @Override
  public Object shown(Setting setting) {
    return read(setting).<Object>map(section -> section.shown(keys)).orElseGet(setting::shown);
  }

  @Override
  public String words() {
    return "section";
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return sections.refer(id, keys, Map.of());
  }
}
