// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.config.SwitchgearConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zip that people install. */
class DistributionIT {
  @TempDir Path folder;

  @BeforeEach
  void unpack() throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(zip()))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path path = entry.getName().split("/", 2).length == 2 ? within(entry.getName()) : folder;
        if (!entry.isDirectory()) {
          Files.createDirectories(path.getParent());
          Files.copy(zip, path);
        }
      }
    }
  }

  /** Every entry is in one folder, which has the version in its name. */
  private Path within(String name) {
    assertThat(name).startsWith("switchgear-");
    return folder.resolve(name.split("/", 2)[1]);
  }

  private static Path zip() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> zips =
          files.filter(file -> file.toString().matches(".*/switchgear-[^/]*\\.zip")).toList();
      assertThat(zips).hasSize(1);
      return zips.get(0);
    }
  }

  @Test
  void command_runsWithoutTheSources() throws Exception {
    Process process =
        new ProcessBuilder("sh", folder.resolve("switchgear").toString(), "--version")
            .redirectErrorStream(true)
            .start();

    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith("switchgear 0.");
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void firstSettings_areValid() {
    SwitchgearConfig settings = SwitchgearConfig.load(folder.resolve("switchgear.yaml"));

    assertThat(settings.dependencies()).containsOnlyKeys("example");
  }

  @Test
  void files_areWhatThePageNames() {
    assertThat(folder)
        .isDirectoryContaining("glob:**/operations.md")
        .isDirectoryContaining("glob:**/switchgear.service")
        .isDirectoryContaining("glob:**/Containerfile")
        .isDirectoryContaining("glob:**/switchgear.schema.json")
        .isDirectoryContaining("glob:**/LICENSE");
  }
}
