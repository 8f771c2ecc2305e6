// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.SwitchgearConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {

  @Test
  void rulesAndCoolDowns_areCombined() {
    assertThat(Grid.parse("consecutiveFailures=3,5; auto; coolDown=10s,1m").variants())
        .extracting(Variant::name)
        .containsExactly(
            "consecutiveFailures: 3, coolDown: 10s",
            "consecutiveFailures: 3, coolDown: 1m",
            "consecutiveFailures: 5, coolDown: 10s",
            "consecutiveFailures: 5, coolDown: 1m",
            "auto, coolDown: 10s",
            "auto, coolDown: 1m");
  }

  @Test
  void variant_changesTheSettings() {
    CircuitBreakerConfig changed =
        Grid.parse("failures=5/1m;coolDown=2m")
            .variants()
            .get(0)
            .change()
            .apply(CircuitBreaker.named("x"));

    assertThat(changed.coolDown().first()).isEqualTo(Duration.ofMinutes(2));
    assertThat(changed.tripRules()).hasToString("[5 failures within PT1M]");
  }

  @Test
  void names_areWhatTheSettingsFileSays() {
    for (Variant variant : Grid.standard().variants()) {
      String section =
          variant.name().startsWith("coolDown")
              ? variant.name()
              : "trip: " + (variant.name().equals("auto") ? "auto" : "{ " + variant.name() + " }");
      String yaml =
          "version: 1\ndependencies: { a: { url: 'http://a', breaker: { " + section + " } } }\n";

      CircuitBreakerConfig read =
          SwitchgearConfig.parse("grid.yaml", yaml).dependencies().values().stream()
              .map(DependencyConfig::breaker)
              .findFirst()
              .orElseThrow();

      CircuitBreakerConfig changed = variant.change().apply(CircuitBreaker.named("a"));
      assertThat(read.tripRules()).hasToString(changed.tripRules().toString());
      assertThat(read.coolDown()).hasToString(changed.coolDown().toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "consecutiveFailure=3 | has no 'consecutiveFailure'; did you mean 'consecutiveFailures'?",
        "consecutiveFailures=x | 'consecutiveFailures' must be a whole number, but is 'x'",
        "consecutiveFailures=0 | 'consecutiveFailures' must be from 1 to 1000, but is '0'",
        "failures=5 | 'failures' must be such as 5/1m, but is '5'",
        "failures=5/x | 'failures' must be a duration such as 30s, but is 'x'",
        "failureRate=50% | 'failureRate' must be a share and a number of calls such as 50%/20,"
            + " but is '50%'",
        "failureRate=101%/20 | 'failureRate' must be a share from 0.001% to 100% of 1 to 4096"
            + " calls, but is '101%/20'",
        "coolDown=0s | 'coolDown' must be a duration such as 30s, but is '0s'",
      })
  void grid_wrong_isNamed(String text, String message) {
    assertThatThrownBy(() -> Grid.parse(text)).hasMessage(message.strip());
  }

  @Test
  void grid_tooLarge_isRefused() {
    String many = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15";
    String coolDowns = many.replaceAll("(\\d+)", "$1s");

    assertThatThrownBy(() -> Grid.parse("consecutiveFailures=" + many + ";coolDown=" + coolDowns))
        .hasMessage("asks for 225 variants, more than 200");
  }
}
