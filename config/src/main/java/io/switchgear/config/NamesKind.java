// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A mapping whose keys are names that the user chooses.
 *
 * @param noun what one of the named things is called
 * @param name how names look
 * @param value what each name holds
 */
record NamesKind(String noun, Pattern name, Kind<?> value) implements Kind<Section> {

  @Override
  public Optional<Section> read(Setting setting) {
    return setting.sectionOfNames(noun);
  }

  @Override
  public Object shown(Setting setting) {
    return read(setting)
        .<Object>map(section -> section.shown(value::shown))
        .orElseGet(setting::shown);
  }

  @Override
  public String words() {
    return "section";
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("minProperties", 1);
    schema.put("propertyNames", Kinds.pattern(name));
    schema.put("additionalProperties", value.schema(sections));
    return schema;
  }
}
