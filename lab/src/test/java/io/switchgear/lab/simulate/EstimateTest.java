// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void of_severalRuns_hasStudentsMargin() {
    Estimate estimate = Estimate.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));

    assertThat(estimate.mean()).isEqualTo(3);
    // 2.776 * sqrt(2.5 / 5)
    assertThat(estimate.margin()).isCloseTo(1.963, within(0.001));
  }

  @Test
  void of_runsWithoutTheNumber_leavesThemOut() {
    Estimate estimate = Estimate.of(List.of(Double.NaN, 4.0));

    assertThat(estimate).isEqualTo(new Estimate(4, 0, 1));
  }

  @Test
  void of_noNumber_isNone() {
    assertThat(Estimate.of(List.of(Double.NaN)).mean()).isNaN();
  }
}
