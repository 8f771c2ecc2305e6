// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {
  private static final String LEAST =
      "version: 1\ndependencies: { a: { url: http://a.example } }\n";

  @TempDir private Path folder;

  @Test
  void load_file_readsIt() throws IOException {
    Path file = write(LEAST.getBytes(StandardCharsets.UTF_8));

    assertThat(SwitchgearConfig.load(file).dependencies()).containsOnlyKeys("a");
  }

  @Test
  void load_byteOrderMark_isSkipped() throws IOException {
    Path file = write(("\ufeff" + LEAST).getBytes(StandardCharsets.UTF_8));

    assertThat(SwitchgearConfig.load(file).dependencies()).containsOnlyKeys("a");
  }

  @Test
  void load_windowsLineEnds_countAsOneLineEach() throws IOException {
    Path file =
        write("version: 1\r\ndependencies: { a: { url: 1 } }\r\n".getBytes(StandardCharsets.UTF_8));

    assertError(file, ":2:27: 'url' must begin with http:// or https://");
  }

  @Test
  void load_missingFile_saysSo() {
    assertError(folder.resolve("absent.yaml"), ": there is no such file");
    assertError(folder.resolve("absent").resolve("a.yaml"), ": there is no such file");
  }

  @Test
  void load_directory_saysSo() {
    assertError(folder, ": this is a directory, not a file");
  }

  /** The superuser may read everything; then the file simply loads. */
  @Test
  void load_withoutPermission_saysSo() throws IOException {
    Path file = write(LEAST.getBytes(StandardCharsets.UTF_8));
    Files.setPosixFilePermissions(file, Set.of());

    if (Files.isReadable(file)) {
      assertThat(SwitchgearConfig.load(file)).isNotNull();
    } else {
      assertError(file, ": the file can't be read: permission denied");
    }
  }

  /** Page zero of a process is never mapped, so that reading it is an error for everyone. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void load_unreadableFile_saysWhy() {
    assertError(Path.of("/proc/self/mem"), ": the file can't be read: Input/output error");
  }

  @Test
  void load_fileOverOneMebibyte_isRefused() throws IOException {
    String comments = ("#".repeat(99) + "\n").repeat(11_000);
    String filler = comments.substring(0, 1024 * 1024 - LEAST.length());

    assertThat(SwitchgearConfig.load(write((LEAST + filler).getBytes(StandardCharsets.UTF_8))))
        .isNotNull();
    assertError(
        write((LEAST + filler + "#").getBytes(StandardCharsets.UTF_8)),
        ": the file is larger than 1 MiB");
    assertError(write(new byte[10_000_000]), ": the file is larger than 1 MiB");
  }

  @Test
  void load_invalidUtf8_namesThePlace() throws IOException {
    assertError(
        write("version: 1\nü: \u00e4".getBytes(StandardCharsets.ISO_8859_1)),
        ":2:1: the file isn't UTF-8 text");
    assertError(
        write(new byte[] {'a', '\n', 'b', (byte) 0xe2, (byte) 0x82}),
        ":2:2: the file isn't UTF-8 text");
    assertError(write(LEAST.getBytes(StandardCharsets.UTF_16)), ":1:1: the file isn't UTF-8 text");
  }

  @ParameterizedTest
  @CsvSource({"0, U+0000", "7, U+0007", "27, U+001B", "127, U+007F", "65534, U+FFFE"})
  void load_controlCharacter_namesThePlace(int codePoint, String shown) throws IOException {
    String text = "version: 1\n# 𝄞" + Character.toString(codePoint);

    assertError(
        write(text.getBytes(StandardCharsets.UTF_8)),
        ":2:4: the character " + shown + " isn't allowed");
  }

  private Path write(byte[] content) throws IOException {
    return Files.write(folder.resolve("t.yaml"), content);
  }

  private static void assertError(Path file, String expected) {
    assertThatThrownBy(() -> SwitchgearConfig.load(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file + expected);
  }
}
