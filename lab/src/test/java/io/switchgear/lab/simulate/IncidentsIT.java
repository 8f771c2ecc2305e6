// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import static io.switchgear.lab.simulate.Measure.AMPLIFICATION;
import static io.switchgear.lab.simulate.Measure.FALSE_TRIPS;
import static io.switchgear.lab.simulate.Measure.LATENCY_P99;
import static io.switchgear.lab.simulate.Measure.LOST_CALLS;
import static io.switchgear.lab.simulate.Measure.QUEUE_PEAK;
import static io.switchgear.lab.simulate.Measure.SUCCESSES;
import static io.switchgear.lab.simulate.Measure.TIME_TO_RECOVER;
import static io.switchgear.lab.simulate.Measure.TIME_TO_TRIP;
import static io.switchgear.lab.simulate.Measure.WASTED_CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.lab.scenario.Incidents;
import io.switchgear.lab.simulate.Timeline.Track;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Each incident comes out as its source tells it. It takes too long for a plain test. */
class IncidentsIT {
  private static final Map<String, List<ClientResult>> PLAYED = new ConcurrentHashMap<>();

  @Test
  void invoicePipeline_naive_thrashesForHours() {
    ClientResult naive = results("invoice-pipeline").get(0);
    int[] waiting = naive.timeline().values(Track.WAITING);

    assertThat(waiting[3_600]).isLessThan(250);
    assertThat(naive.value(QUEUE_PEAK)).isBetween(7_500.0, 9_000.0);
    assertThat(waiting[3_600 + 660]).isGreaterThan(7_000);
    assertThat(Arrays.stream(waiting, 5 * 3_600, 6 * 3_600).min().orElseThrow())
        .isGreaterThan(7_000);
    assertThat(naive.value(TIME_TO_RECOVER)).isNaN();
  }

  @Test
  void invoicePipeline_protected_tripsAtOnceAndIsBackSoon() {
    ClientResult guarded = results("invoice-pipeline").get(1);

    assertThat(guarded.value(TIME_TO_TRIP)).isLessThanOrEqualTo(2);
    assertThat(guarded.value(TIME_TO_RECOVER)).isLessThanOrEqualTo(90);
    assertThat(guarded.value(FALSE_TRIPS)).isZero();
    assertThat(guarded.value(AMPLIFICATION)).isLessThan(1.1);
    assertThat(guarded.value(SUCCESSES)).isEqualTo(guarded.value(Measure.ARRIVALS));
  }

  @Test
  void llmProviders_protected_wastesLittleAndWaitsForNobody() {
    List<ClientResult> results = results("llm-providers");

    assertThat(results.get(0).value(LATENCY_P99)).isGreaterThan(60);
    assertThat(results.get(1).value(LATENCY_P99)).isLessThan(10);
    assertThat(results.get(1).value(WASTED_CALLS))
        .isLessThan(results.get(0).value(WASTED_CALLS) / 100);
    assertThat(results.get(1).value(TIME_TO_TRIP)).isLessThan(5);
  }

  @Test
  void shippingAndPayment_naive_isDownForFortyMinutes() {
    List<ClientResult> results = results("shipping-and-payment");
    double outageMinutes = 5 + results.get(0).value(TIME_TO_RECOVER) / 60;

    assertThat(outageMinutes).isBetween(35.0, 45.0);
    assertThat(results.get(0).value(AMPLIFICATION)).isGreaterThan(2);
    assertThat(results.get(1).value(TIME_TO_RECOVER)).isLessThan(90);
    assertThat(results.get(1).value(FALSE_TRIPS)).isZero();
  }

  @Test
  void crmBot_naive_queuesForTwelveMinutes() {
    List<ClientResult> results = results("crm-bot");

    assertThat(results.get(0).value(LATENCY_P99) / 60).isBetween(10.0, 14.0);
    assertThat(results.get(1).value(QUEUE_PEAK)).isLessThan(150);
    assertThat(results.get(1).value(LATENCY_P99)).isLessThan(3);
    assertThat(results.get(1).value(TIME_TO_RECOVER)).isLessThan(130);
  }

  @Test
  void apiServer_naive_losesItsThreads() {
    List<ClientResult> results = results("api-server");

    assertThat(results.get(0).value(QUEUE_PEAK)).isEqualTo(5_000);
    assertThat(results.get(1).value(QUEUE_PEAK)).isZero();
    assertThat(results.get(1).value(TIME_TO_TRIP)).isLessThan(2);
    assertThat(results.get(1).value(FALSE_TRIPS)).isZero();
  }

  @Test
  void retryStorm_naive_neverEnds() {
    List<ClientResult> results = results("retry-storm");

    assertThat(results.get(0).value(TIME_TO_RECOVER)).isNaN();
    assertThat(results.get(0).value(AMPLIFICATION)).isGreaterThan(4);
    assertThat(results.get(1).value(TIME_TO_RECOVER)).isLessThan(90);
    assertThat(results.get(1).value(AMPLIFICATION)).isLessThan(1.1);
  }

  @Test
  void slowStart_naive_neverWarmsUp() {
    List<ClientResult> results = results("slow-start-after-failover");

    assertThat(results.get(0).value(TIME_TO_RECOVER)).isNaN();
    assertThat(results.get(1).value(TIME_TO_RECOVER)).isLessThan(300);
    assertThat(results.get(1).value(FALSE_TRIPS)).isZero();
  }

  @Test
  void partialShardOutage_aCircuitForEachKey_findsTheShard() {
    List<ClientResult> results = results("partial-shard-outage");
    ClientResult keyed = results.get(2);

    assertThat(keyed.value(Measure.TRIPS)).isEqualTo(8);
    assertThat(keyed.value(WASTED_CALLS)).isLessThan(results.get(1).value(WASTED_CALLS) / 20);
    assertThat(keyed.value(LOST_CALLS)).isLessThan(300);
    assertThat(keyed.value(FALSE_TRIPS)).isZero();
  }

  @Test
  void flappingDependency_protected_tripsOnceEachTime() {
    List<ClientResult> results = results("flapping-dependency");

    assertThat(results.get(1).value(Measure.TRIPS)).isEqualTo(5);
    assertThat(results.get(1).value(FALSE_TRIPS)).isZero();
    assertThat(results.get(1).value(WASTED_CALLS))
        .isLessThan(results.get(0).value(WASTED_CALLS) / 100);
  }

  @Test
  void silentLimitCut_pacer_isRefusedSeldom() {
    List<ClientResult> results = results("silent-limit-cut");

    assertThat(results.get(0).value(WASTED_CALLS)).isGreaterThan(20_000);
    assertThat(results.get(2).value(WASTED_CALLS)).isLessThan(100);
    assertThat(results.get(2).value(SUCCESSES)).isGreaterThan(results.get(1).value(SUCCESSES));
  }

  @Test
  void blackHoledConnections_ageOfCallsInFlight_tellsFirst() {
    List<ClientResult> results = results("black-holed-connections");

    assertThat(results.get(1).value(TIME_TO_TRIP)).isGreaterThan(30);
    assertThat(results.get(2).value(TIME_TO_TRIP)).isLessThan(2);
    assertThat(results.get(2).value(WASTED_CALLS)).isLessThan(150);
  }

  @Test
  void ownNetworkDown_shortCoolDown_isBackFirst() {
    List<ClientResult> results = results("own-network-down");

    assertThat(results.get(1).value(TIME_TO_RECOVER)).isBetween(20.0, 60.0);
    assertThat(results.get(2).value(TIME_TO_RECOVER)).isLessThan(15);
    assertThat(results.get(2).value(LOST_CALLS)).isLessThan(results.get(1).value(LOST_CALLS) / 3);
  }

  private static List<ClientResult> results(String name) {
    return PLAYED.computeIfAbsent(
        name, incident -> Simulation.run(Incidents.incident(incident), 1));
  }
}
