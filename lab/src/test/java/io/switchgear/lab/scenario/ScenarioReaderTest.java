// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.config.ConfigException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {
  private static final String SMALL =
      """
      duration: 10m
      arrivals: { rate: 5/s }
      upstream: { latency: 50ms }
      clients:
        - name: plain
          naive: none
      """;

  @Test
  void parse_smallest_hasDefaults() {
    Scenario scenario = Scenario.parse("small", SMALL);

    assertThat(scenario.about().name()).isEqualTo("small");
    assertThat(scenario.workload().keys().count()).isEqualTo(1);
    assertThat(scenario.upstream()).hasSize(1);
    assertThat(scenario.clients().get(0).instances()).isEqualTo(1);
  }

  @Test
  void parse_phases_changeWhatTheyName() {
    Scenario scenario =
        Scenario.parse(
            "phases",
            SMALL.replace(
                "upstream: { latency: 50ms }",
                """
                upstream:
                  latency: 50ms
                  servers: 4
                  phases:
                    - for: 1m
                    - { for: 2m, errorRate: 100% }
                    - { reach: dropped }
                """));

    assertThat(scenario.upstream()).hasSize(3);
    assertThat(scenario.upstream().get(1).duration()).isEqualTo(Duration.ofMinutes(2));
    assertThat(scenario.upstream().get(1).behavior().faults().errorShare()).isEqualTo(1);
    assertThat(scenario.upstream().get(2).behavior().faults().errorShare()).isZero();
    assertThat(scenario.upstream().get(2).behavior().capacity().servers()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "duration: 10m | duraton: 10m | unknown key 'duraton'; did you mean 'duration'?",
        "duration: 10m | duration: 9d | 'duration' must be above 0s and at most 7d",
        "rate: 5/s | rate: often | 'rate' must be a rate such as 200/min, 10/s or 100/5m",
        "rate: 5/s | rate: 5/s, users: 3 | exactly one of rate, burst, users, times, file",
        "latency: 50ms | latency: normal | 'latency' must be a time such as 50ms, 20ms-80ms",
        "latency: 50ms | reach: gone | 'reach' must be one of up, refused, dropped",
        "naive: none | naive: non | did you mean 'none'?",
        "naive: none | peer: poly | did you mean 'polly'?",
        "naive: none | naive: none, work: 1s | 'work' needs 'workers'",
        "naive: none | dependency: { url: 'http://a.example', breaker: { coolDwn: 1s } }"
            + " | did you mean 'coolDown'?",
      })
  void parse_mistake_saysWhatAndWhere(String right, String wrong, String message) {
    String yaml = SMALL.replace("- name: plain\n    naive: none", "- { name: plain, naive: none }");

    assertThatThrownBy(() -> Scenario.parse("bad", yaml.replace(right, wrong)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("bad:")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @MethodSource("io.switchgear.lab.scenario.Incidents#names")
  void incident_isReadable_andNamesItsSource(String name) {
    Scenario incident = Incidents.incident(name);

    assertThat(incident.about().source()).isNotEmpty();
    assertThat(incident.about().title()).isNotEqualTo(name);
    assertThat(incident.clients()).hasSizeGreaterThan(1);
    assertThat(Incidents.yaml(name)).startsWith("# Source: ");
  }

  @Test
  void incident_unknown_isRefused() {
    assertThatThrownBy(() -> Incidents.incident("../secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no incident '../secret'");
  }
}
