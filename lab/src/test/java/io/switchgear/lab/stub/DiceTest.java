// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Chance that can be repeated. */
class DiceTest {
  private static final StubBehavior HEALTHY = StubBehavior.healthy();
  private static final int REQUESTS = 10_000;

  private static List<Fate> fates(long seed, StubBehavior behavior) {
    Dice dice = new Dice(seed);
    return LongStream.rangeClosed(1, REQUESTS).mapToObj(n -> dice.fate(behavior, n)).toList();
  }

  private static long count(List<Fate> fates, Fate.Kind kind) {
    return fates.stream().filter(fate -> fate.kind() == kind).count();
  }

  @Test
  void fate_ofTheSameSeedAndNumber_isTheSame() {
    StubBehavior mixed =
        HEALTHY
            .errorRatio(0.3)
            .hangRatio(0.1)
            .cutRatio(0.1)
            .latency(Duration.ZERO, Duration.ofSeconds(1));

    assertThat(fates(5, mixed)).isEqualTo(fates(5, mixed)).isNotEqualTo(fates(6, mixed));
  }

  @Test
  void ratios_areKept() {
    List<Fate> fates = fates(1, HEALTHY.errorRatio(0.2).hangRatio(0.05).cutRatio(0.1));

    assertThat(count(fates, Fate.Kind.HANG)).isBetween(400L, 600L);
    assertThat(count(fates, Fate.Kind.CUT)).isBetween(850L, 1_050L);
    assertThat(count(fates, Fate.Kind.ERROR)).isBetween(1_550L, 1_870L);
  }

  @Test
  void ratiosOfZeroAndOne_areCertain() {
    assertThat(count(fates(1, HEALTHY), Fate.Kind.ANSWER)).isEqualTo(REQUESTS);
    assertThat(count(fates(1, HEALTHY.errorRatio(1)), Fate.Kind.ERROR)).isEqualTo(REQUESTS);
    assertThat(count(fates(1, HEALTHY.hangRatio(1).cutRatio(1)), Fate.Kind.HANG))
        .isEqualTo(REQUESTS);
  }

  @Test
  void latency_isSpreadOverItsRange() {
    StubBehavior slow = HEALTHY.latency(Duration.ofMillis(100), Duration.ofMillis(300));

    List<Long> latencies = fates(1, slow).stream().map(f -> f.latency().toMillis()).toList();

    assertThat(latencies).allMatch(millis -> millis >= 100 && millis <= 300);
    assertThat(latencies).anyMatch(millis -> millis < 110).anyMatch(millis -> millis > 290);
  }

  @Test
  void oneSetting_doesNotChangeTheOthersChance() {
    StubBehavior failing = HEALTHY.errorRatio(0.3);
    List<Fate> before = fates(1, failing);
    List<Fate> after = fates(1, failing.latency(Duration.ofSeconds(1), Duration.ofSeconds(9)));

    assertThat(after).extracting(Fate::kind).isEqualTo(before.stream().map(Fate::kind).toList());
  }
}
