// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BoardTest {
  private static final DemoPlan PLAN = DemoPlan.atSpeed(1);
  private static final CircuitWatch.Circuit CLOSED =
      new CircuitWatch.Circuit(false, 0, Duration.ZERO);
  private static final CircuitWatch.Circuit OPEN =
      new CircuitWatch.Circuit(true, 2, Duration.ofMillis(2_100));

  @ParameterizedTest
  @EnumSource(Moment.Act.class)
  void draw_ofAnyMoment_fitsTheScreen(Moment.Act act) {
    int lines = board("C.UTF-8", "1").draw(moment(Moment.Act.HEALTHY, CLOSED, 0)).size();

    for (CircuitWatch.Circuit circuit : List.of(OPEN, CLOSED)) {
      for (int waiting : new int[] {0, 999_999}) {
        assertThat(board("C.UTF-8", "1").draw(moment(act, circuit, waiting)))
            .hasSize(lines)
            .hasSizeLessThan(24)
            .allMatch(line -> line.length() < 80);
      }
    }
  }

  @Test
  void draw_ofAnOpenCircuit_saysWhenItIsTried() {
    List<String> lines = board("C.UTF-8", "1").draw(moment(Moment.Act.CUT, OPEN, 7));

    assertThat(lines)
        .anyMatch(line -> line.matches("acme's circuit +none +● OPEN, trial call in 3 s"))
        .anyMatch(line -> line.matches("globex's circuit +none +● closed"))
        .anyMatch(line -> line.matches("documents waiting +█ 7 +█ 7 *"));
  }

  @Test
  void draw_withoutUnicodeAndColors_isPlainAscii() {
    String text = String.join("", board("C", "1").draw(moment(Moment.Act.CUT, OPEN, 7)));

    assertThat(text).matches("\\p{ASCII}+").doesNotContain("\u001b");
  }

  @Test
  void draw_withColors_paints() {
    String text = String.join("", board("C", "").draw(moment(Moment.Act.CUT, OPEN, 7)));

    assertThat(text).contains("\u001b[31m* OPEN\u001b[0m");
  }

  private static Board board(String locale, String noColor) {
    var nothing = new PrintWriter(new StringWriter());
    var environment = Map.of("TERM", "xterm", "LANG", locale, "NO_COLOR", noColor);
    return new Board(new Ink(new Terminal(nothing, nothing, true, environment)), PLAN);
  }

  private static Moment moment(Moment.Act act, CircuitWatch.Circuit acme, int waiting) {
    var rates = new LaneMeter.Totals(Duration.ofSeconds(44), waiting, 2, waiting, waiting);
    var lane = new LaneMoment(rates, waiting, PLAN.workers(), Collections.nCopies(45, 50L));
    return new Moment(
        Duration.ofSeconds(44),
        act,
        lane,
        lane,
        Map.of(Customer.ACME, acme, Customer.GLOBEX, CLOSED));
  }
}
