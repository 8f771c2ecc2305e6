// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final String THREE_IN_A_ROW =
      "breaker: { trip: { consecutiveFailures: 3 }, coolDown: 10s }";

  private static Instant second(double seconds) {
    return Instant.ofEpochMilli(Math.round(seconds * 1_000));
  }

  @Test
  void outage_tripsAtTheLastFailureThatTheRuleNeeds() {
    ReplayResult result =
        Replayed.under(THREE_IN_A_ROW).calls(0, 5, 200).calls(5, 30, 503).calls(30, 60, 200).run();

    Trip trip = result.circuits().get(0).trips().get(0);
    assertThat(trip.at()).isEqualTo(second(7.01));
    assertThat(trip.evidence()).contains("3 consecutive failures");
    assertThat(trip.reopenings()).isEqualTo(2);
    assertThat(trip.trials()).hasToString("2 failed, 1 fine, 0 neither");
    // Open from 7.01 to 17.01, tried at 18, open to 28.01, tried at 29, open to 39.01, tried at 40.
    assertThat(trip.closedAt()).contains(second(40.01));
  }

  @Test
  void rejectedCalls_areSavedOrWrong_asTheLogHasThem() {
    ReplayResult result =
        Replayed.under(THREE_IN_A_ROW).calls(0, 5, 200).calls(5, 12, 503).calls(12, 40, 200).run();

    // It trips with the call of second 7, and the first trial is the call of second 18.
    assertThat(result.rejected()).hasToString("4 failed, 6 fine, 0 neither");
    assertThat(result.calls()).hasToString("7 failed, 33 fine, 0 neither");
    Trip trip = result.circuits().get(0).trips().get(0);
    assertThat(trip.closedAt()).contains(second(18.01));
    assertThat(trip.suspicion()).isEmpty();
    assertThat(result.variants().get(0).tripped()).isEqualTo(Duration.ofSeconds(11));
  }

  @Test
  void results_areToldWhenCallsEnd() {
    ReplayResult result =
        Replayed.under("breaker: { trip: { consecutiveFailures: 1 } }")
            .call(0, 5_000, "", 503)
            .call(1_000, 10, "", 200)
            .call(4_000, 10, "", 200)
            .call(6_000, 10, "", 200)
            .run();

    assertThat(result.circuits().get(0).trips().get(0).at()).isEqualTo(second(5));
    assertThat(result.rejected().total()).isEqualTo(1);
  }

  @Test
  void callsThatHang_countBeforeTheyEnd() {
    Replayed log =
        Replayed.under(
            "breaker: { trip: { slowCallRate: { rate: 50%, slowerThan: 2s, lastCalls: 10,"
                + " minCalls: 4 } } }");
    for (int i = 0; i < 10; i++) {
      log.call(i * 1_000L, 60_000, "", 200);
    }

    Trip trip = log.run().circuits().get(0).trips().get(0);

    assertThat(trip.at()).isBetween(second(4), second(9));
  }

  @Test
  void tripThatRejectedOnlyGoodCalls_looksFalse() {
    ReplayResult result = Replayed.under(THREE_IN_A_ROW).calls(0, 3, 503).calls(3, 30, 200).run();

    assertThat(result.circuits().get(0).trips().get(0).suspicion())
        .hasValueSatisfying(
            why -> assertThat(why).contains("every call that it rejected was fine"));
    assertThat(result.variants().get(0).suspected()).isEqualTo(1);
  }

  @Test
  void allTargetsThatFailAtOnce_makeTheObserverSuspect() {
    Replayed log = Replayed.under(THREE_IN_A_ROW);
    for (String target : List.of("a", "b", "c")) {
      log.call(0, 10, target, 200);
      for (int i = 0; i < 3; i++) {
        log.call(200_000 + i * 5_000L, 10, target, 503);
      }
    }

    ReplayResult result = log.run();

    assertThat(result.variants().get(0).trips()).isEqualTo(3);
    assertThat(result.variants().get(0).suspected()).isEqualTo(3);
    assertThat(result.circuits().get(0).trips().get(0).suspicion())
        .hasValueSatisfying(why -> assertThat(why).startsWith("all 3 targets"));
    ReplayResult withOneThatAnswered = log.call(220_000, 10, "d", 200).run();
    assertThat(withOneThatAnswered.variants().get(0).suspected()).isZero();
  }

  @Test
  void targets_haveCircuitsOfTheirOwn() {
    Replayed log = Replayed.under(THREE_IN_A_ROW);
    for (int second = 0; second < 5; second++) {
      log.call(second * 1_000L, 10, "bad", 503).call(second * 1_000L, 10, "good", 200);
    }

    ReplayResult result = log.run();

    assertThat(result.circuits())
        .extracting(circuit -> circuit.id().name(), CircuitAccount::tripCount)
        .containsExactly(tuple("bad", 1L), tuple("good", 0L));
  }

  @Test
  void operationsAndKeys_haveCircuitsOfTheirOwn_andKeysStaySecret() {
    Replayed log =
        Replayed.under(
            THREE_IN_A_ROW
                + ", key: { header: X-Api-Key }, operations:"
                + " [{ name: read, match: { methods: [GET] } }]");
    for (int second = 0; second < 5; second++) {
      log.line(second * 1_000L + ",10,,503,GET,/a?b,secret-1");
      log.line(second * 1_000L + ",10,,200,GET,/a?b,secret-2");
      log.line(second * 1_000L + ",10,,200,POST,/a,secret-1");
    }

    ReplayResult result = log.run();

    assertThat(result.circuits())
        .extracting(circuit -> circuit.id().name())
        .containsExactly("erp/read", "erp/read", "erp");
    assertThat(result.circuits()).extracting(CircuitAccount::tripCount).containsExactly(1L, 0L, 0L);
    assertThat(result.text() + result.json()).contains("key-").doesNotContain("secret");
  }

  @Test
  void keyInTheQuery_isFoundInThePath() {
    Replayed log = Replayed.under(THREE_IN_A_ROW + ", key: { query: tenant }");
    for (int second = 0; second < 5; second++) {
      log.line(second * 1_000L + ",10,,503,GET,/a?x=1&tenant=t1,");
      log.line(second * 1_000L + ",10,,200,GET,/a?tenant=t2,");
    }

    assertThat(log.run().circuits()).extracting(CircuitAccount::tripCount).containsExactly(1L, 0L);
  }

  @Test
  void severalDependencies_getTheirTargets() {
    ReplayResult result =
        Replayed.underAll("{ a: { url: 'https://a.example' }, b: { url: 'https://b.example' } }")
            .call(0, 1, "a", 200)
            .call(1, 1, "b.example:443", 200)
            .call(2, 1, "c", 200)
            .run();

    assertThat(result.circuits())
        .extracting(it -> it.id().name())
        .containsExactly("a", "b.example:443");
    assertThat(result.counts().unassigned()).isEqualTo(1);
  }

  @Test
  void pauseLongerThanTheGap_beginsAnew() {
    Replayed log =
        Replayed.under("breaker: { trip: { consecutiveFailures: 3 }, coolDown: 1d }")
            .calls(0, 2, 503)
            .calls(10_000, 10_001, 503)
            .calls(20_000, 20_001, 200);

    assertThat(log.run().variants().get(0).trips()).isEqualTo(1);
    ReplayResult split = log.run(config -> config.gap(Duration.ofHours(1)));
    assertThat(split.variants().get(0).trips()).isZero();
    assertThat(split.counts().runs()).isEqualTo(3);
  }

  @Test
  void callersOwnErrors_areNeitherSavedNorWrong() {
    ReplayResult result = Replayed.under(THREE_IN_A_ROW).calls(0, 3, 503).calls(3, 10, 404).run();

    assertThat(result.rejected()).hasToString("0 failed, 0 fine, 7 neither");
  }

  @Test
  void throttled_tripsIfTheSettingsSaySo() {
    Replayed pace = Replayed.under(THREE_IN_A_ROW).calls(0, 10, 429);
    Replayed trip = Replayed.under(THREE_IN_A_ROW + ", throttled: trip").calls(0, 10, 429);

    assertThat(pace.run().variants().get(0).trips()).isZero();
    assertThat(trip.run().variants().get(0).trips()).isEqualTo(1);
  }

  @Test
  void variantWithTheSameSettings_doesTheSame() {
    Replayed log =
        Replayed.under(THREE_IN_A_ROW).calls(0, 5, 200).calls(5, 30, 503).calls(30, 60, 200);

    List<VariantResult> variants =
        log.run(
                config ->
                    config.variants(Grid.parse("consecutiveFailures=3;coolDown=10s").variants()))
            .variants();

    assertThat(variants.get(1).name()).isEqualTo("consecutiveFailures: 3, coolDown: 10s");
    assertThat(variants.get(1))
        .usingRecursiveComparison()
        .ignoringFields("name")
        .isEqualTo(variants.get(0));
  }

  @Test
  void history_countsEachCallOnce_howeverLongTheLogIs() {
    ReplayResult result =
        Replayed.under(THREE_IN_A_ROW)
            .calls(0, 5, 200)
            .calls(5, 12, 503)
            .calls(12, 40, 200)
            .calls(1_000_000, 1_000_001, 200)
            .run();

    double[] seconds = result.history().seconds();
    double minutesPerSlice = (seconds[1] - seconds[0]) / 60;
    assertThat(seconds).hasSizeBetween(256, 512);
    assertThat(Math.round(sum(result.history().callsPerMinute()) * minutesPerSlice)).isEqualTo(41);
    assertThat(Math.round(sum(result.history().failedPerMinute()) * minutesPerSlice)).isEqualTo(7);
    assertThat(Math.round(sum(result.history().rejectedPerMinute()) * minutesPerSlice))
        .isEqualTo(10);
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }

  @Test
  void page_hasTripsVariantsAndNoMarkupOfTheLog() {
    Replayed log = Replayed.under(THREE_IN_A_ROW);
    for (int i = 0; i < 5; i++) {
      log.call(i * 1_000L, 10, "<b>bad</b>", 503);
    }

    String html = log.run(config -> config.variants(Grid.standard().variants())).html();

    assertThat(html)
        .contains("3 consecutive failures", "coolDown: 10m", "&lt;b&gt;bad")
        .doesNotContain("<b>bad");
  }

  @Test
  void whatCannotBeKnown_isSaid() {
    ReplayResult result =
        Replayed.under("timeout: { total: 1s }").call(0, 2_000, "", 200).line("5,,,200,,,").run();

    assertThat(result.text())
        .contains("1 calls took longer than the timeout")
        .contains("1 of 2 calls have no duration");
  }
}
