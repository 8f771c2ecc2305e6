// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {

  @ParameterizedTest
  @CsvSource({"PT0.000000001S, 1", "PT1S, 1", "PT1.000000001S, 2", "PT29.2S, 30", "PT0S, 1"})
  void seconds_roundUp_andAreNeverZero(Duration wait, long seconds) {
    assertThat(Answers.seconds(wait)).isEqualTo(seconds);
  }
}
