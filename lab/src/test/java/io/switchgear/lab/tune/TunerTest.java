// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.switchgear.config.DependencyConfig;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.log.LogOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TunerTest {
  @TempDir private Path folder = Path.of("");

  /** A call each so many milliseconds, as the function says; none where it says nothing. */
  private TuneResult tune(int calls, long everyMillis, LongFunction<String> durationAndStatus)
      throws IOException {
    StringBuilder log = new StringBuilder("start_epoch_ms,duration_ms,status,target\n");
    for (long i = 0; i < calls; i++) {
      String rest = durationAndStatus.apply(i);
      if (!rest.isEmpty()) {
        log.append(i * everyMillis).append(',').append(rest).append(",a\n");
      }
    }
    return tune(log.toString());
  }

  private TuneResult tune(String log) throws IOException {
    Path file = Files.writeString(folder.resolve("calls.csv"), log);
    TuneResult result = Tuner.run(CallLog.of(file, LogOptions.automatic()), Optional.of("erp"));
    assertThatCode(() -> SwitchgearConfig.parse("proposal", result.text()))
        .as(result.text())
        .doesNotThrowAnyException();
    return result;
  }

  private static DependencyConfig settings(TuneResult result) {
    return SwitchgearConfig.parse("proposal", result.yaml()).dependencies().values().stream()
        .findFirst()
        .orElseThrow();
  }

  private static Advice advice(TuneResult result, String setting) {
    return result.advice().stream()
        .filter(it -> it.setting().equals(setting))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void outagesOfMinutes_areWorthAQuickRuleThatIsJudgedByTheRest() throws IOException {
    // Each quarter of an hour begins with three minutes of failures, at a call a second.
    TuneResult result = tune(20_000, 1_000, i -> i % 900 < 180 ? "20,503" : "50,200");

    Advice breaker = advice(result, "breaker");
    assertThat(breaker.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(breaker.evidence()).contains("in the rest:").contains("3m at the median");
    assertThat(settings(result).breaker().coolDown().first())
        .isLessThanOrEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void singleFailures_areNotWorthABreaker() throws IOException {
    TuneResult result = tune(5_000, 1_000, i -> i % 50 == 0 ? "20,503" : "50,200");

    assertThat(advice(result, "breaker").confidence()).isEqualTo(Confidence.NONE);
    assertThat(result.yaml()).doesNotContain("breaker");
  }

  @Test
  void noFailures_teachNothing() throws IOException {
    assertThat(advice(tune(5_000, 1_000, i -> "50,200"), "breaker").evidence())
        .contains("too few to learn from");
  }

  @Test
  void minutesBetweenCalls_leaveRulesOnFailuresInARow() throws IOException {
    TuneResult result = tune(2_000, 600_000, i -> i % 100 < 30 ? "20,503" : "50,200");

    Advice breaker = advice(result, "breaker");
    assertThat(breaker.yaml()).contains("consecutiveFailures");
    assertThat(breaker.evidence()).contains("calls are 10m apart");
    assertThat(settings(result).breaker().coolDown().first()).isGreaterThan(Duration.ofMinutes(5));
  }

  @Test
  void hoursBetweenCalls_leaveNothingToReject() throws IOException {
    TuneResult result = tune(2_000, 7_200_000, i -> i % 100 < 30 ? "20,503" : "50,200");

    assertThat(advice(result, "breaker").evidence()).contains("are 2h apart");
    assertThat(result.yaml()).doesNotContain("breaker");
  }

  @Test
  void latencies_giveATimeoutThatHardlyCutsAGoodCall() throws IOException {
    TuneResult result = tune(20_000, 100, i -> (100 + i % 400) + ",200");

    Advice timeout = advice(result, "timeout");
    assertThat(timeout.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(timeout.evidence()).contains("0.00 % of them took longer");
    assertThat(settings(result).timeout().total()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void noDurations_giveNoTimeout() throws IOException {
    TuneResult result = tune(2_000, 100, i -> ",200");

    assertThat(advice(result, "timeout").evidence()).contains("no durations of good calls");
    assertThat(result.yaml()).doesNotContain("timeout");
  }

  @Test
  void limitOf200AMinute_isFoundFromBelow() throws IOException {
    // Ten calls a second for the first half of each minute; the first 200 are taken.
    TuneResult result =
        tune(
            6_000,
            100,
            i -> {
              if (i % 600 < 200) {
                return "20,200";
              }
              return i % 600 < 300 ? "1,429" : "";
            });

    Advice limit = advice(result, "rateLimit");
    assertThat(limit.confidence()).isNotEqualTo(Confidence.NONE);
    assertThat(settings(result).rateLimit()).isPresent();
    assertThat(limit.yaml()).isEqualTo("{ algorithm: slidingWindow, limit: 180/min }");
  }

  @Test
  void fewCalls_areTooFew() throws IOException {
    TuneResult result = tune(20, 1_000, i -> "20,503");

    assertThat(result.advice()).allMatch(advice -> advice.confidence() == Confidence.NONE);
    assertThat(result.text()).contains("breaker: the log can't say; the default stays");
  }

  @ParameterizedTest
  @CsvSource({
    "api.example:443, api.example, https://api.example",
    "Möllers Morgen, M-llers-Morgen, https://api.example",
    "'', api, https://api.example",
    "10.0.0.1:80, 10.0.0.1, https://api.example",
    "12, 12, https://api.example",
  })
  void target_namesTheDependency(String target, String name, String url) {
    Settings settings = Settings.named(target);

    assertThat(settings).isEqualTo(new Settings(name, url));
    assertThat(settings.load(List.of()).dependencies()).containsOnlyKeys(name);
  }

  @Test
  void durations_areRoundedUpToNumbersThatPeopleWrite() {
    assertThat(Advisors.round(1)).isEqualTo(1);
    assertThat(Advisors.round(101)).isEqualTo(150);
    assertThat(Advisors.round(1_998)).isEqualTo(2_000);
    assertThat(Advisors.round(7_001)).isEqualTo(10_000);
  }
}
