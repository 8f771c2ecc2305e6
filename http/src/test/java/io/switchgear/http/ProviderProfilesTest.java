// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The profiles that come with the library read what their providers answer as it is meant. */
class ProviderProfilesTest {
  private static final Path FILES = Path.of("src/main/resources/io/switchgear/http/profiles");

  private static final VirtualTime TIME = new VirtualTime(Instant.parse("2026-08-21T12:40:00Z"));

  static Stream<ProviderCase> cases() {
    return ProviderCase.all();
  }

  private static HttpReading read(ProviderCase answer) {
    return answer.readBy(HttpVerdicts.profile(answer.provider()).time(TIME));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void read_answerOfAProvider_isWhatItMeans(ProviderCase answer) {
    HttpReading reading = read(answer);

    assertThat(reading.rule()).isEqualTo(answer.rule());
    assertThat(outcome(reading.assessment())).isEqualTo(answer.outcome());
    assertThat(reading.retryable()).isEqualTo(answer.retryable());
    assertThat(reading.notBefore().map(Duration::toString).orElse(null))
        .isEqualTo(answer.namedWait());
  }

  private static String outcome(Assessment assessment) {
    return switch (assessment.verdict()) {
      case SUCCESS -> "success";
      case FAILURE -> "failure";
      case IGNORED -> "ignore";
      case THROTTLED -> assessment.isHold() ? "hold" : "throttled";
    };
  }

  @Test
  void cases_haveAllLinesOfTheTable() {
    assertThat(cases().map(ProviderCase::line))
        .containsAll(IntStream.rangeClosed(0, 203).boxed().toList());
  }

  @Test
  void rows_areAllReached() {
    Set<HttpRow> reached = Collections.newSetFromMap(new IdentityHashMap<>());
    cases().forEach(answer -> read(answer).row().ifPresent(reached::add));

    for (String name : HttpProfile.builtInNames()) {
      assertThat(HttpProfile.builtIn(name).rows())
          .as("rows of %s that a case is read by, and no row before", name)
          .allMatch(reached::contains);
    }
  }

  @Test
  void rows_haveNoneBeforeThemThatTakesAllOfTheirs() {
    for (String name : HttpProfile.builtInNames()) {
      List<HttpRow> rows = HttpProfile.builtIn(name).rows();
      for (int i = 0; i < rows.size(); i++) {
        HttpRow row = rows.get(i);

        assertThat(rows.subList(0, i))
            .as("rows of %s before %s", name, row)
            .noneMatch(before -> takesAllOf(before.match(), row.match()));
      }
    }
  }

  private static boolean takesAllOf(RowMatch before, RowMatch row) {
    return before.header().isEmpty()
        && before.body().isEmpty()
        && IntStream.range(100, 1_000).filter(row::isForStatus).allMatch(before::isForStatus)
        && before.events().containsAll(row.events())
        && before.transports().containsAll(row.transports());
  }

  @Test
  void rows_haveASource() {
    assertThat(HttpProfile.builtInNames().stream().map(HttpProfile::builtIn))
        .flatMap(HttpProfile::rows)
        .allMatch(row -> row.source().isPresent());
  }

  @Test
  void names_areThoseOfTheFiles() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrderElementsOf(HttpProfile.builtInNames());
    }
  }

  @Test
  void profiles_allExtendHttp() {
    for (String name : HttpProfile.builtInNames()) {
      assertThat(HttpProfile.builtIn(name).rows())
          .extracting(HttpRow::id)
          .contains("not-sent", "no-answer", "stream-cut", "canceled");
    }
  }
}
