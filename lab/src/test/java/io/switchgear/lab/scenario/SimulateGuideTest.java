// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SimulateGuideTest {
  private static final Pattern SCENARIO =
      Pattern.compile("```yaml\\n(title:.*?)```", Pattern.DOTALL);

  @Test
  void scenarioOfTheGuide_isRead() throws IOException {
    String page = Files.readString(Path.of("../docs/guides/simulate.md"));
    Matcher scenario = SCENARIO.matcher(page);

    assertThat(scenario.find()).isTrue();
    assertThat(Scenario.parse("guide", scenario.group(1)).clients()).hasSize(2);
  }
}
