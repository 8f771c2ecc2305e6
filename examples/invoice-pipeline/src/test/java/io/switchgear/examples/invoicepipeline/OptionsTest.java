// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  @Test
  void parse_ofNothing_givesTheDefaults() {
    Options options = Options.parse(List.of());

    assertThat(options.isViaGateway()).isTrue();
    assertThat(options.workers()).isEqualTo(16);
    assertThat(options.services().erp()).hasToString("http://127.0.0.1:8080/erp");
  }

  @Test
  void parse_viaLibrary_callsTheServicesThemselves() {
    Options options =
        Options.parse(
            List.of("--via", "library", "--erp", "http://127.0.0.1:9/api", "--seconds", "0"));

    assertThat(options.services().erp()).hasToString("http://127.0.0.1:9/api");
    assertThat(options.services().ocr()).hasToString("http://127.0.0.1:8082");
    assertThat(options.seconds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--speed 3, there is no option --speed",
    "--workers, --workers needs a value",
    "--workers 0, --workers must be a number from 1 to 1000",
    "--documents 99999999999, --documents must be a number from 1 to 1000000",
    "--via pigeon, --via must be gateway or library",
    "--erp ftp://x, --erp must be an http URL",
    "--gateway http://, --gateway must be an http URL"
  })
  void parse_ofSomethingWrong_saysWhat(String arguments, String message) {
    List<String> list = List.of(arguments.split(" "));

    assertThatThrownBy(() -> Options.parse(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
