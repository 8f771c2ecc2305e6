// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping of names that the user chooses to values of one kind.
 *
 * @param noun what errors call a name
 * @param name the form of names
 * @param what what errors say that a name must be
 * @param value the kind of values
 */
record MapKind<T>(String noun, NameForm name, String what, Kind<T> value)
    implements Kind<Map<String, T>> {

  /** The form of names. */
  interface NameForm {
    boolean fits(String name);

    Map<String, Object> schema();
  }

  @Override
  public Optional<Map<String, T>> read(Setting setting) {
    Map<String, T> values = new LinkedHashMap<>();
    Optional<Section> section = setting.sectionOfNames(noun);
    for (Setting entry : section.map(Section::settings).orElse(List.of())) {
      if (name.fits(entry.name())) {
        value.read(entry).ifPresent(it -> values.put(entry.name(), it));
      } else {
        entry.keyProblem("this " + noun + " must be " + what);
      }
    }
    return section.map(ignored -> Collections.unmodifiableMap(values));
  }

  @Override
  public Object shown(Setting setting) {
    return setting
        .sectionOfNames(noun)
        .<Object>map(section -> section.shown(this::shownEntry))
        .orElseGet(setting::shown);
  }

  private Object shownEntry(Setting entry) {
    return entry.hasNameOfSecret() ? Secret.HIDDEN : value.shown(entry);
  }

  @Override
  public String words() {
    return "section of " + noun + "s";
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("propertyNames", name.schema());
    schema.put("additionalProperties", value.schema(sections));
    return schema;
  }
}
