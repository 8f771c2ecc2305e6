// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The errors of many wrong files, word for word; the cases are in {@code errors.txt}. */
class ConfigErrorsTest {

  static Stream<ErrorCase> cases() throws IOException {
    try (InputStream in = ConfigErrorsTest.class.getResourceAsStream("errors.txt")) {
      assertThat(in).isNotNull();
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^### ", -1)).skip(1).map(ErrorCase::parse);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void parse_wrongFile_givesAllItsErrors(ErrorCase wrong) {
    var thrown =
        catchThrowableOfType(
            ConfigException.class, () -> SwitchgearConfig.parse("t.yaml", wrong.yaml()));

    assertThat(thrown).isNotNull();
    assertThat(thrown.errors().stream().map(ConfigError::toString))
        .containsExactlyElementsOf(wrong.errors());
    assertThat(thrown.getMessage()).doesNotContain("s3cret");
    assertThat(thrown).hasMessage(String.join("\n", wrong.errors()));
  }

  record ErrorCase(String title, String yaml, List<String> errors) {
    static ErrorCase parse(String block) {
      int title = block.indexOf('\n');
      int errors = block.indexOf(">>>\n");
      return new ErrorCase(
          block.substring(0, title),
          block.substring(title + 1, errors),
          block.substring(errors + 4).strip().lines().toList());
    }

    @Override
    public String toString() {
      return title;
    }
  }
}
