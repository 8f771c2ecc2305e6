// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;

/** The name of a dependency that is an alternative to the one around it. */
record MentionKind() implements Kind<String> {

  @Override
  public Optional<String> read(Setting setting) {
    Optional<String> name = Names.KIND.read(setting);
    name.ifPresent(
        to ->
            setting
                .reading()
                .mentions()
                .add(new Reading.Mention(setting, setting.namedOwner(), to)));
    return name;
  }

  @Override
  public String words() {
    return "a dependency's name";
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return Names.KIND.schema(sections);
  }
}
