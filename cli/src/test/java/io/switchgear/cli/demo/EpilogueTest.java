// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cli.console.Terminal;
import io.switchgear.testkit.VirtualTime;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EpilogueTest {
  private static final DemoPlan PLAN = DemoPlan.atSpeed(1);

  private final VirtualTime time = new VirtualTime();

  @Test
  void lines_ofASummary_compareAndFitTheScreen() {
    Tally without = new Tally();
    count(without, Reply.Kind.THROTTLED, 1_234);
    Tally with = new Tally();
    count(with, Reply.Kind.POSTED, 7);
    var circuit = new Summary.CircuitResult(Duration.ofMillis(54), 1, 3, 1, List.of());

    List<String> lines =
        Epilogue.lines(ink(), new Summary(result(2_000, without), result(7, with), circuit));

    assertThat(lines)
        .hasSizeLessThan(24)
        .allMatch(line -> line.length() < 80)
        .anyMatch(line -> line.matches(" +calls that reached the API +2,000 +7"))
        .anyMatch(line -> line.matches(" +of them wasted: answered 429 +1,234 +0"))
        .anyMatch(line -> line.matches(" +documents posted for acme +0 +7"))
        .anyMatch(line -> line.matches(" +back to full speed .* +never +never"))
        .anyMatch(line -> line.contains("opened 54 ms after the first 429"))
        .anyMatch(line -> line.contains("3 in all"));
  }

  private Summary.LaneResult result(long received, Tally tally) {
    var lane = new Lane(PLAN, time, new Backlog(time), tally);
    return new Summary.LaneResult(received, tally, new LaneMeter(lane, PLAN));
  }

  private static void count(Tally tally, Reply.Kind kind, int times) {
    for (int i = 0; i < times; i++) {
      tally.count(new Document(Customer.ACME, 0), kind, 0);
    }
  }

  private static Ink ink() {
    var nothing = new PrintWriter(new StringWriter());
    return new Ink(new Terminal(nothing, nothing, false, Map.of()));
  }
}
