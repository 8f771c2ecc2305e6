// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The checked-in schema is that of the readers; {@code -Dconfig.update=true} writes it. */
class ConfigSchemaTest {
  private static final Path FILE = Path.of("../docs/reference/switchgear.schema.json");

  @Test
  void json_isTheCheckedInFile() throws IOException {
    if (Boolean.getBoolean("config.update")) {
      Files.writeString(FILE, ConfigSchema.json());
    }

    assertThat(FILE).as("update with -Dconfig.update=true").hasContent(ConfigSchema.json());
  }
}
