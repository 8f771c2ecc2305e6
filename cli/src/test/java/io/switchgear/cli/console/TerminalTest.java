// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  @ParameterizedTest
  @CsvSource({
    "true, xterm, '', true, true",
    "true, xterm, 1, true, false",
    "true, dumb, '', false, false",
    "false, xterm, '', false, false",
  })
  void colors_dependOnConsoleTermAndNoColor(
      boolean console, String term, String noColor, boolean live, boolean colors) {
    Terminal terminal = terminal(console, Map.of("TERM", term, "NO_COLOR", noColor));

    assertThat(terminal.isLive()).isEqualTo(live);
    assertThat(terminal.hasColors()).isEqualTo(colors);
  }

  @Test
  void colors_withoutTerm_areOff() {
    assertThat(terminal(true, Map.of()).hasColors()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "LANG, de_DE.UTF-8, true",
    "LANG, C.utf8, true",
    "LC_CTYPE, UTF-8, true",
    "LANG, C, false",
    "LANG, en_US.ISO-8859-1, false",
    "LANG, '', false",
  })
  void unicode_dependsOnTheLocale(String variable, String locale, boolean unicode) {
    assertThat(terminal(true, Map.of(variable, locale)).hasUnicode()).isEqualTo(unicode);
  }

  @Test
  void unicode_ofSeveralVariables_followsTheStrongest() {
    assertThat(terminal(true, Map.of("LC_ALL", "C", "LANG", "C.UTF-8")).hasUnicode()).isFalse();
  }

  private static Terminal terminal(boolean console, Map<String, String> environment) {
    var nothing = new PrintWriter(new StringWriter());
    return new Terminal(nothing, nothing, console, environment);
  }
}
