// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every Java file is tidy but for a list of exceptions; {@link TidyCheckerTest} shows it failing.
 */
class TidyTest {
  private static final String EXCEPTIONS = "/tidy-exceptions.txt";

  @Test
  void javaFiles_areTidy() throws IOException {
    List<Finding> findings = new ArrayList<>();
    List<Path> files = Repository.files(file -> file.toString().endsWith(".java"));
    for (Path file : files) {
      findings.addAll(TidyChecker.check(Repository.relative(file), Files.readString(file)));
    }

    assertThat(files).isNotEmpty();
    assertThat(exceptions().complaints(findings))
        .as("what is not tidy; exceptions are listed in architecture-tests" + EXCEPTIONS)
        .isEmpty();
  }

  @Test
  void scripts_nameTheirLicense() throws IOException {
    List<String> bare = new ArrayList<>();
    for (Path file : Repository.files(TidyTest::isScript)) {
      List<String> lines = Files.readAllLines(file);
      if (lines.size() < 2 || !lines.get(1).equals("# SPDX-License-Identifier: Apache-2.0")) {
        bare.add(Repository.relative(file));
      }
    }

    assertThat(bare).as("scripts without the license in their second line").isEmpty();
  }

  private static boolean isScript(Path file) {
    try (InputStream content = Files.newInputStream(file)) {
      return new String(content.readNBytes(2), StandardCharsets.ISO_8859_1).equals("#!");
    } catch (IOException e) {
      return false;
    }
  }

  private static TidyExceptions exceptions() throws IOException {
    try (InputStream content = TidyTest.class.getResourceAsStream(EXCEPTIONS)) {
      assertThat(content).isNotNull();
      return TidyExceptions.parse(
          new String(content.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }
}
