// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.config.ConfigException;
import io.switchgear.config.YamlEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schedule files, right and wrong. */
class ScheduleReaderTest {
  private static final StubConfig GIVEN =
      StubConfig.defaults().behavior(StubBehavior.healthy().set("latency", "20ms")).seed(3);

  private static StubConfig read(String yaml) {
    return YamlEntry.parse("plan.yaml", yaml, file -> ScheduleReader.read(file, GIVEN));
  }

  private static List<String> limits(StubConfig config) {
    return config.phases().stream()
        .map(phase -> phase.behavior().limit().map(StubRate::toString).orElse("none"))
        .toList();
  }

  @Test
  void read_phases_overrideTheFileThatOverridesWhatWasGiven() {
    StubConfig config =
        read(
            """
            limit: 600/min
            errorStatus: 503
            phases:
              - for: 20s
              - for: 1m30s
                limit: 200/min
                latency: 1s-2s
              - limit: none
            """);

    assertThat(limits(config)).containsExactly("600/min", "200/min", "none");
    assertThat(config.phases())
        .extracting(StubPhase::duration)
        .startsWith(Duration.ofSeconds(20), Duration.ofSeconds(90));
    assertThat(config.phases())
        .extracting(phase -> phase.behavior().latencyMost())
        .containsExactly(Duration.ofMillis(20), Duration.ofSeconds(2), Duration.ofMillis(20));
    assertThat(config.phases())
        .extracting(phase -> phase.behavior().errorStatus())
        .containsOnly(503);
    assertThat(config.seed()).isEqualTo(3);
  }

  @Test
  void read_withoutPhases_isOneBehavior() {
    StubConfig config = read("limit: 10/s\n");

    assertThat(limits(config)).containsExactly("10/s");
  }

  @Test
  void read_mistakes_areToldWithTheirPlaces() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    limit: 600
                    seed: 4
                    phases:
                      - limit: 200/min
                      - for: 20
                        errorRat: 5%
                      - for: 2d
                        latency: {}
                    """))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            """
            plan.yaml:1:8: 'limit' must be a rate such as 200/min or 10/s, or none, but is '600'
            plan.yaml:2:1: unknown key 'seed'; valid here: phases, limit, algorithm, burst, \
            keyHeader, retryAfter, latency, errorRate, errorStatus, hangRate, cutRate, refuse
            plan.yaml:4:5: a phase needs 'for', unless it is the last one
            plan.yaml:5:10: 'for' must be a duration from 1ms to 1d, such as 30s
            plan.yaml:6:5: unknown key 'errorRat'; did you mean 'errorRate'?
            plan.yaml:7:10: 'for' must be a duration from 1ms to 1d, such as 30s
            plan.yaml:8:14: 'latency' must be text, but is a mapping\
            """);
  }

  @Test
  void read_noPhases_isAMistake() {
    assertThatThrownBy(() -> read("phases: []\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("plan.yaml:1:9: 'phases' must have from 1 to 1000 items");
  }

  @Test
  void schedule_ofTheExample_cutsTheLimitAndLiftsTheCut() {
    Path file = Path.of("../examples/invoice-pipeline/stub-schedule.yaml");

    StubConfig config = GIVEN.schedule(file);

    assertThat(limits(config)).containsExactly("none", "200/min", "none");
    assertThat(config.phases())
        .extracting(StubPhase::duration)
        .startsWith(Duration.ofSeconds(15), Duration.ofSeconds(75));
  }
}
