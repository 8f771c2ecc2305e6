// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsualTimeTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void fits_nothingKnown_isTrue() {
    assertThat(UsualTime.UNKNOWN.fits(0, 5)).isTrue();
  }

  @Test
  void answered_laterAnswers_moveTheMeanByAnEighth() {
    UsualTime usual = UsualTime.UNKNOWN.answered(8 * SECOND, 0).answered(16 * SECOND, SECOND);

    assertThat(usual.nanos()).isEqualTo(9 * SECOND);
    assertThat(usual.fits(9 * SECOND, SECOND)).isTrue();
    assertThat(usual.fits(9 * SECOND - 1, SECOND)).isFalse();
    assertThat(usual.answered(SECOND, SECOND).nanos()).isEqualTo(8 * SECOND);
  }

  @Test
  void fits_latestAnswerIsAMinuteOld_isTrue() {
    UsualTime usual = UsualTime.UNKNOWN.answered(8 * SECOND, 0);

    assertThat(usual.fits(SECOND, 60 * SECOND - 1)).isFalse();
    assertThat(usual.fits(SECOND, 60 * SECOND)).isTrue();
    assertThat(usual.answered(2 * SECOND, 60 * SECOND).nanos()).isEqualTo(2 * SECOND);
  }
}
