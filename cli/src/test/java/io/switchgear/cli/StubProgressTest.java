// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import io.switchgear.lab.stub.StubStats;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StubProgressTest {
  private final StringWriter written = new StringWriter();

  @Test
  void line_ofTwoPeriods_hasTheRateOfTheSecond() {
    StubProgress progress = progress(false);

    String first = progress.line(stats(100, Map.of(200, 100L)), 10_000);
    String second = progress.line(stats(1_300, Map.of(429, 300L, 200, 999L)), 10_000);

    assertThat(first).isEqualTo("100 received, 10/s; answered 200: 100; 1 in flight");
    assertThat(second).isEqualTo("1,300 received, 120/s; answered 200: 999, 429: 300; 1 in flight");
  }

  @Test
  void line_afterAReset_hasNoNegativeRate() {
    StubProgress progress = progress(false);
    progress.line(stats(100, Map.of()), 1_000);

    assertThat(progress.line(stats(5, Map.of()), 1_000)).startsWith("5 received, 5/s");
  }

  @Test
  void show_afterTheStop_ends() throws InterruptedException {
    var stop = new StopSignal();
    stop.request();

    progress(true).show(stop);

    assertThat(written.toString()).isEqualTo(System.lineSeparator());
  }

  private StubProgress progress(boolean live) {
    var out = new PrintWriter(written, true);
    return new StubProgress(
        new Terminal(out, out, live, Map.of("TERM", "xterm")), () -> stats(0, Map.of()));
  }

  private static StubStats stats(long received, Map<Integer, Long> byStatus) {
    return new StubStats(
        new StubStats.Totals(received, byStatus, 0, 0),
        new StubStats.Now(1, 1, 0, 1),
        new StubStats.Keys(Map.of(), new StubStats.Count(0, Map.of())),
        List.of());
  }
}
