// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A file that is there and may be read. */
record FileKind() implements Kind<Path> {
  private static final ScalarKind<String> NAME =
      new ScalarKind<>(
          "the name of a file",
          "file",
          Map.of("type", "string"),
          scalar -> Optional.of(scalar.text()).filter(text -> !text.isBlank()));

  @Override
  public Optional<Path> read(Setting setting) {
    return NAME.read(setting).flatMap(name -> setting.reading().file(name, setting::problem));
  }

  @Override
  public String words() {
    return NAME.words();
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return NAME.schema(sections);
  }
}
