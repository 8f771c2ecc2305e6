// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** A file with every key, those included that this version refuses. */
final class FullFile {
  /** The file. */
  static final String YAML = text();

  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cret-of-the-environment", "N", "7");

  private FullFile() {}

  /** Reads a variant of the file. */
  static SwitchgearConfig read(String yaml) {
    return Parsed.read(
        yaml, References.of(ENVIRONMENT::get, Path.of("src/test/resources/io/switchgear/config")));
  }

  private static String text() {
    try (InputStream in = FullFile.class.getResourceAsStream("full.yaml")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
