// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The JSON Schema of settings files, by which editors complete keys and mark mistakes. The checks
 * of {@link SwitchgearConfig#load} are stricter: they know which values go together.
 *
 * <p><b>Thread safety:</b> safe; it has no state.
 */
public final class ConfigSchema {
  private ConfigSchema() {}

  /**
   * The schema.
   *
   * @return JSON Schema, draft 2020-12, as indented JSON that ends with a line break
   */
  public static String json() {
    return Json.indented(schema()) + "\n";
  }

  static Map<String, Object> schema() {
    SchemaSections sections = new SchemaSections();
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Switchgear settings");
    schema.put("description", "The settings file of Switchgear; see docs/reference/config.md.");
    schema.putAll(ConfigReader.FILE.schema(sections));
    schema.put("$defs", sections.schemas());
    return schema;
  }
}
