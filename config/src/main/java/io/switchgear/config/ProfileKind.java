// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.http.HttpProfile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile, or the name of one. The reader of profiles checks what a profile holds; the schema
 * tells editors its keys.
 */
enum ProfileKind implements Kind<String> {
  /** A profile in the file. */
  PROFILE {
    @Override
    public Optional<String> read(Setting setting) {
      return Optional.empty();
    }

    @Override
    public String words() {
      return "section";
    }

    @Override
    public Map<String, Object> schema(SchemaSections sections) {
      return sections.refer("profile", () -> ProfileSchema.profile(sections));
    }
  },

  /** The name of a profile of the file or of ours. */
  NAME {
    @Override
    public Optional<String> read(Setting setting) {
      return setting.read("the name of a profile", Optional::of);
    }

    @Override
    public String words() {
      return "the name of a profile";
    }

    @Override
    public Map<String, Object> schema(SchemaSections sections) {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put(
          "anyOf",
          List.of(
              Map.of("enum", List.copyOf(HttpProfile.builtInNames())),
              Kinds.pattern(Profiles.NAME)));
      return schema;
    }
  }
}
