// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTest {

  @Test
  void toBuffer_hasTheMembersOfTheRfcFirst_andEscapes() {
    Problem problem =
        Problem.of(429, ProblemType.QUOTA_EXCEEDED, "Too \"many\"", "Wait.")
            .with("dependency", "erp")
            .with("retryAfterMs", 1500L);

    assertThat(problem.toBuffer().toString())
        .isEqualTo(
            "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
                + "\"title\":\"Too \\\"many\\\"\",\"status\":429,\"detail\":\"Wait.\","
                + "\"dependency\":\"erp\",\"retryAfterMs\":1500}");
  }

  @Test
  void with_leavesTheOriginalAlone() {
    Problem problem = Problem.of(404, "Not found", "Nothing here.");

    Problem more = problem.with("a", 1);

    assertThat(problem.toBuffer().toString()).doesNotContain("\"a\"").contains("about:blank");
    assertThat(more.status()).isEqualTo(404);
  }
}
