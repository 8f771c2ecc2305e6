// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A settings file that changes. */
final class SettingsFolder {
  private static final String HEAD = "version: 1\nlisten: 127.0.0.1:0\nadmin: 127.0.0.1:0\n";

  private final Path folder;

  SettingsFolder(Path folder) {
    this.folder = folder;
  }

  /** The settings file. */
  Path file() {
    return folder.resolve("gear.yaml");
  }

  /** Writes a settings file with these dependencies, a line of YAML each, or more. */
  Path dependencies(String... lines) {
    StringBuilder yaml = new StringBuilder(HEAD).append("dependencies:\n");
    for (String line : lines) {
      yaml.append("  ").append(line).append('\n');
    }
    return whole(yaml.toString());
  }

  /** Puts a file in the place of the settings file, as editors do. */
  Path whole(String yaml) {
    return write("gear.yaml", yaml);
  }

  /** Puts a file in the place of another in the folder. */
  Path write(String name, String text) {
    try {
      Path fresh = Files.writeString(folder.resolve(name + ".new"), text);
      return Files.move(fresh, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
