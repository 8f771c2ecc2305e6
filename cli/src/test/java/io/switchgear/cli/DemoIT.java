// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoIT {
  @Test
  void demo_intoAFile_tellsTheStoryInLinesAndEndsWithASummary() {
    Run run = Run.of("demo", "--speed", "10");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("consecutiveFailures: 5")
        .contains("* After 5 answers 429 in a row acme's circuit is open")
        .contains("* The limit is back")
        .contains("What came of it")
        .doesNotContain("\u001b");
    assertThat(run.out().lines().filter(line -> !line.contains("posted,")))
        .allMatch(line -> line.length() < 140);
  }
}
