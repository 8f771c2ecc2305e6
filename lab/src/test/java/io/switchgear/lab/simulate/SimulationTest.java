// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.switchgear.lab.scenario.Incidents;
import io.switchgear.lab.scenario.Scenario;
import io.switchgear.lab.simulate.Timeline.Track;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationTest {
  private static final String CLIENT = "\nclients: [{ name: it, naive: none }]";

  @Test
  void run_twiceWithOneSeed_isTheSame() {
    Scenario scenario = Incidents.incident("own-network-down");

    List<ClientResult> once = Simulation.run(scenario, 7);
    List<ClientResult> again = Simulation.run(scenario, 7);

    for (int i = 0; i < once.size(); i++) {
      assertThat(again.get(i).values()).isEqualTo(once.get(i).values());
      for (Track track : Track.values()) {
        assertThat(again.get(i).timeline().values(track))
            .isEqualTo(once.get(i).timeline().values(track));
      }
      assertThat(again.get(i).timeline().marks()).isEqualTo(once.get(i).timeline().marks());
    }
    assertThat(Simulation.run(scenario, 8).get(1).values()).isNotEqualTo(once.get(1).values());
  }

  @Test
  void run_clients_getTheSameWork() {
    List<ClientResult> results = Simulation.run(Incidents.incident("partial-shard-outage"), 1);

    assertThat(results.get(1).timeline().values(Track.ARRIVED))
        .isEqualTo(results.get(0).timeline().values(Track.ARRIVED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ rate: 10/s, even: true } | 5999",
        "{ burst: 7, every: 1m } | 70",
        "{ times: [1s, 2s, 11m] } | 2",
        "{ rate: 10/s, even: true, from: 1m, until: 2m } | 599",
        "{ users: 5, think: 950ms } | 3000",
      })
  void arrivals_pattern_comesSoOften(String arrivals, double count) {
    ClientResult result =
        result("duration: 10m\narrivals: " + arrivals + "\nupstream: { latency: 50ms }" + CLIENT);

    assertThat(result.value(Measure.ARRIVALS)).isCloseTo(count, within(10.0));
    assertThat(result.value(Measure.SUCCESSES)).isCloseTo(count, within(10.0));
  }

  @Test
  void arrivals_poisson_varyAroundTheirRate() {
    ClientResult result =
        result("duration: 1h\narrivals: { rate: 10/s }\nupstream: { latency: 50ms }" + CLIENT);

    assertThat(result.value(Measure.ARRIVALS)).isCloseTo(36_000, within(600.0));
    assertThat(result.timeline().values(Track.ARRIVED)).contains(5, 10, 15);
  }

  @Test
  void upstream_withOneServer_queuesFirstInFirstOut() {
    ClientResult result =
        result(
            "duration: 1m\narrivals: { burst: 11, every: 1d }\n"
                + "upstream: { latency: 1s, servers: 1, queue: 9 }"
                + CLIENT);

    assertThat(result.value(Measure.SUCCESSES)).isEqualTo(10);
    assertThat(result.value(Measure.WASTED_CALLS)).isEqualTo(1);
    assertThat(result.value(Measure.LATENCY_P50)).isCloseTo(5, within(0.01));
    assertThat(result.value(Measure.LATENCY_P99)).isCloseTo(10, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"hangRate: 100%, 3.0", "reach: dropped, 1.0", "reach: refused, 0.002"})
  void attempt_withoutAnswer_endsInItsTime(String fault, double seconds) {
    ClientResult result =
        result(
            "duration: 1m\ntrouble: { from: 0s, until: 1m }\narrivals: { burst: 1, every: 1d }\n"
                + "upstream: { "
                + fault
                + " }\nclients: [{ name: it, dependency: { url: 'http://a.example',"
                + " timeout: { connect: 1s, firstByte: 3s },"
                + " breaker: { trip: { consecutiveFailures: 1 } } } }]");

    assertThat(result.value(Measure.TIME_TO_TRIP)).isCloseTo(seconds, within(1e-6));
    assertThat(result.value(Measure.WASTED_CALLS)).isEqualTo(1);
  }

  @Test
  void humans_tryAgain_soOften() {
    ClientResult result =
        result(
            "duration: 10m\narrivals: { burst: 100, every: 1d }\n"
                + "humans: { after: 5s-20s, times: 3 }\nupstream: { errorRate: 100% }"
                + CLIENT);

    assertThat(result.value(Measure.ARRIVALS)).isEqualTo(100);
    assertThat(result.value(Measure.UPSTREAM_CALLS)).isEqualTo(400);
    assertThat(result.value(Measure.FAILURES)).isEqualTo(100);
  }

  @Test
  void overload_oncePassed_lastsUntilTheLoadFalls() {
    ClientResult result =
        result(
            """
            duration: 10m
            arrivals:
              - { rate: 50/s, even: true }
              - { rate: 100/s, even: true, from: 1m, until: 2m }
              - { rate: 20/s, even: true, from: 2m, until: 5m }
            upstream:
              latency: 10ms
              overload: { above: 120/s, below: 60/s, errorRate: 100% }
            """
                + CLIENT);

    double failing = 60 * 150 + 180 * 70;
    assertThat(result.value(Measure.WASTED_CALLS)).isCloseTo(failing, within(400.0));
  }

  @Test
  void instances_thousand_eachHaveTheirOwnCircuit() {
    ClientResult result =
        result(
            "duration: 20s\ntrouble: { from: 0s, until: 20s }\narrivals: { rate: 2000/s }\n"
                + "upstream: { errorRate: 100%, latency: 5ms }\nclients: [{ name: it,"
                + " instances: 1000, dependency: { url: 'http://a.example', breaker: { trip:"
                + " { consecutiveFailures: 5 }, coolDown: 60s } } }]");

    assertThat(result.value(Measure.TRIPS)).isEqualTo(1_000);
    assertThat(result.value(Measure.WASTED_CALLS)).isBetween(5_000.0, 7_000.0);
  }

  @ParameterizedTest
  @CsvSource({"crm-bot", "own-network-down", "black-holed-connections"})
  void work_isDoneOrNot_andNothingElse(String incident) {
    for (ClientResult result : Simulation.run(Incidents.incident(incident), 3)) {
      double ended =
          result.value(Measure.SUCCESSES)
              + result.value(Measure.FAILURES)
              + result.value(Measure.FALLBACKS);
      assertThat(result.value(Measure.ARRIVALS) - ended).as(result.name()).isBetween(0.0, 50.0);
    }
  }

  private static ClientResult result(String yaml) {
    return Simulation.run(Scenario.parse("test", yaml), 1).get(0);
  }
}
