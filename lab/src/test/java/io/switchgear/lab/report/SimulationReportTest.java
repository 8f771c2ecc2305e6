// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.simulate.Experiment;
import org.junit.jupiter.api.Test;

class SimulationReportTest {
  private static final String SCENARIO =
      """
      title: "Bad & <b>worse</b>"
      duration: 2h
      trouble: { from: 1m, until: 2m }
      arrivals: { rate: 10/s }
      upstream: { phases: [{ for: 1m }, { for: 1m, errorRate: 100% }, {}] }
      clients:
        - { name: "</script>", naive: none }
        - name: guarded
          workers: 3
          dependency:
            url: http://a.example
            breaker: { trip: { consecutiveFailures: 5 } }
      """;

  private final Experiment experiment = Experiment.run(Scenario.parse("test", SCENARIO), 1, 2);

  @Test
  void html_needsNoNetwork() {
    String html = SimulationReport.html(experiment);

    assertThat(html).doesNotContainPattern("(?:src|href)\\s*=");
    assertThat(html).doesNotContain("@import").doesNotContain("fetch(");
  }

  @Test
  void html_textOfTheScenario_isEscaped() {
    String html = SimulationReport.html(experiment);

    assertThat(html).contains("<h1>Bad &amp; &lt;b&gt;worse&lt;/b&gt;</h1>");
    assertThat(html).contains("<h2>&lt;/script&gt;</h2>");
  }

  @Test
  void html_hasChartsAndDecisions() {
    String html = SimulationReport.html(experiment);

    assertThat(html.split("data-chart=", -1)).hasSize(6);
    assertThat(html).contains("\"band\":[60,120]").contains("0:01:0").contains("5 consecutive");
    assertThat(html).contains("2 runs; means with 95 % confidence");
  }

  @Test
  void html_longRun_hasFewPoints() {
    assertThat(SimulationReport.html(experiment)).hasSizeLessThan(400_000);
  }
}
