// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is just allowed, and what isn't any more. */
class ArgumentsTest {
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofDays(366);

  private static List<Duration> allowed() {
    return List.of(LEAST, Duration.ofSeconds(1), MOST);
  }

  private static List<Duration> refused() {
    return List.of(LEAST.minusNanos(1), MOST.plusNanos(1), LEAST.negated());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 0.5, 1})
  void ratio_aboveZeroToOne_isAllowed(double ratio) {
    assertThat(Arguments.ratio("share", ratio)).isEqualTo(ratio);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.5, 1.0000001, Double.NaN})
  void ratio_other_isRefused(double ratio) {
    assertThatThrownBy(() -> Arguments.ratio("share", ratio))
        .hasMessage("share must be above 0 and at most 1, but is " + ratio);
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void duration_inRange_isAllowed(Duration duration) {
    assertThat(Arguments.positive("wait", duration)).isEqualTo(duration);
    assertThat(Arguments.zeroOrPositive("wait", duration)).isEqualTo(duration);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void duration_outOfRange_isRefused(Duration duration) {
    assertThatThrownBy(() -> Arguments.positive("wait", duration))
        .hasMessage("wait must be from 1 ms to 366 days, but is " + duration);
    assertThatThrownBy(() -> Arguments.zeroOrPositive("wait", duration))
        .hasMessage("wait must be 0, or from 1 ms to 366 days, but is " + duration);
  }

  @Test
  void duration_zero_isAllowedWhereItMeansNone() {
    assertThat(Arguments.zeroOrPositive("wait", Duration.ZERO)).isZero();
    assertThatThrownBy(() -> Arguments.positive("wait", Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void notBlank_aText_isThatText() {
    assertThat(Arguments.notBlank("reason", "maintenance")).isEqualTo("maintenance");
    assertThatThrownBy(() -> Arguments.notBlank("reason", " "))
        .hasMessage("reason must not be blank");
  }

  @Test
  void saturatedNanos_anyDuration_isFromZeroToTheMost() {
    assertThat(Arguments.saturatedNanos(Duration.ofNanos(-1))).isZero();
    assertThat(Arguments.saturatedNanos(LEAST)).isEqualTo(1_000_000);
    assertThat(Arguments.saturatedNanos(MOST.plusNanos(1))).isEqualTo(MOST.toNanos());
    assertThat(Arguments.saturatedNanos(Duration.ofSeconds(Long.MAX_VALUE)))
        .isEqualTo(MOST.toNanos());
    assertThat(Arguments.saturatedNanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
  }
}
