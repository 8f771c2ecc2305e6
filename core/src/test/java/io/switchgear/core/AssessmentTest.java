// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssessmentTest {
  @ParameterizedTest
  @CsvSource({"35000, 35 s", "1500, 1500 ms", "1, 1 ms"})
  void toString_withAWait_readsLikeText(long millis, String expected) {
    Assessment assessment = Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofMillis(millis));

    assertThat(assessment).hasToString("THROTTLED, retry after " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.000000005S, 5 ns",
    "PT1.000000005S, 1000 ms",
    "PT2562047788015215H30M7S, 9223372036854775807 s",
    "PT2562047788015215H30M7.5S, 9223372036854775807 ms"
  })
  void toString_withAWaitThatIsNoMatterOfMilliseconds_neverThrows(Duration wait, String expected) {
    Assessment assessment = Assessment.of(Verdict.THROTTLED).retryAfter(wait);

    assertThat(assessment).hasToString("THROTTLED, retry after " + expected);
  }

  @ParameterizedTest
  @CsvSource({"0", "-5000"})
  void retryAfter_zeroOrLess_meansNoneIsKnown(long millis) {
    Assessment assessment = Assessment.of(Verdict.FAILURE).retryAfter(Duration.ofMillis(millis));

    assertThat(assessment).isEqualTo(Assessment.of(Verdict.FAILURE));
    assertThat(assessment.retryAfter()).isEmpty();
  }

  @Test
  void hold_isThrottled_andStaysAHoldWithAnyWait() {
    Assessment hold = Assessment.hold();

    assertThat(hold.verdict()).isEqualTo(Verdict.THROTTLED);
    assertThat(hold.isHold()).isTrue();
    assertThat(hold).hasToString("THROTTLED (hold)").isNotEqualTo(Assessment.of(Verdict.THROTTLED));
    assertThat(hold.retryAfter(Duration.ofHours(1)).isHold()).isTrue();
    assertThat(hold.retryAfter(Duration.ofHours(1)))
        .hasToString("THROTTLED (hold), retry after 3600 s")
        .hasSameHashCodeAs(hold.retryAfter(Duration.ofHours(1)))
        .isEqualTo(hold.retryAfter(Duration.ofHours(1)));
    assertThat(hold.retryAfter(Duration.ofHours(1)).retryAfter(Duration.ZERO)).isEqualTo(hold);
    assertThat(Assessment.of(Verdict.THROTTLED).isHold()).isFalse();
  }

  @Test
  void repeat_isKeptBesideTheWaitAndMakesAnotherReading() {
    Assessment useless = Assessment.of(Verdict.FAILURE).repeat(Repeat.USELESS);

    assertThat(useless.repeat()).isEqualTo(Repeat.USELESS);
    assertThat(useless).isNotEqualTo(Assessment.of(Verdict.FAILURE));
    assertThat(useless.retryAfter(Duration.ofSeconds(2)).repeat()).isEqualTo(Repeat.USELESS);
    assertThat(useless.retryAfter(Duration.ofSeconds(2)))
        .hasToString("FAILURE, retry after 2 s, to repeat is USELESS");
    assertThat(useless.repeat(Repeat.BY_VERDICT)).isSameAs(Assessment.of(Verdict.FAILURE));
    assertThat(Assessment.hold().repeat(Repeat.USELESS).isHold()).isTrue();
    assertThat(Assessment.of(Verdict.FAILURE).repeat()).isEqualTo(Repeat.BY_VERDICT);
  }

  @Test
  void of_sameVerdict_isTheSameObject() {
    assertThat(Assessment.of(Verdict.SUCCESS)).isSameAs(Assessment.of(Verdict.SUCCESS));
  }
}
