// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private final StringWriter err = new StringWriter();

  @Test
  void unexpected_ofOurs_isOneLineThatSaysHowToSeeMore() {
    int exitCode = Failures.unexpected(terminal(Map.of()), new IllegalStateException("a\nb"));

    assertThat(exitCode).isEqualTo(70);
    assertThat(err.toString())
        .isEqualTo(
            "switchgear: unexpected java.lang.IllegalStateException: a b"
                + " (SWITCHGEAR_TRACE=1 shows where)"
                + System.lineSeparator());
  }

  @Test
  void unexpected_withTraces_showsTheTrace() {
    var environment = Map.of("SWITCHGEAR_TRACE", "1");

    int exitCode = Failures.unexpected(terminal(environment), new IllegalStateException("a"));

    assertThat(exitCode).isEqualTo(70);
    assertThat(err.toString()).contains("at " + FailuresTest.class.getName());
  }

  private Terminal terminal(Map<String, String> environment) {
    var writer = new PrintWriter(err, true);
    return new Terminal(writer, writer, false, environment);
  }
}
