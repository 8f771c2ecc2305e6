// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void list_namesTheIncidents() {
    Run run = Run.of("simulate", "--list");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSizeGreaterThanOrEqualTo(12);
    assertThat(run.out()).contains("crm-bot ", "A CRM hangs for 18 minutes");
  }

  @Test
  void simulate_incident_showsClientsSideBySide() {
    Run run = Run.of("simulate", "own-network-down");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("three attempts at once  cool-down of 60 s");
    assertThat(run.out().lines()).anyMatch(line -> line.matches("trips +0 +1 +1"));
  }

  @Test
  void simulate_asJson_isTheSameEachTime() {
    Run once = Run.of("simulate", "own-network-down", "--format", "json", "--seed", "5");
    Run again = Run.of("simulate", "own-network-down", "--format", "json", "--seed", "5");

    assertThat(once.out()).isEqualTo(again.out());
    assertThat(once.out())
        .contains("\"scenario\" : \"own-network-down\"", "\"seed\" : 5")
        .contains("\"timeToTripSeconds\" : null")
        .contains("\"latencyP99Seconds\" : 0.");
  }

  @Test
  void simulate_severalRuns_haveMargins() {
    Run run = Run.of("simulate", "own-network-down", "--runs", "3", "--format", "json");

    assertThat(run.out()).contains("\"runs\" : 3", "\"margin95\" : ");
  }

  @Test
  void simulate_severalRunsAsText_areReadableWithoutUnicode() {
    Run run = Run.of("simulate", "own-network-down", "--runs", "2");

    assertThat(run.out()).contains("seeds 1 to 2; mean +- 95 % confidence", "1 +- 0");
  }

  @Test
  void simulate_fileAndRivalAndReport() throws IOException {
    Path file = folder.resolve("mine.yaml");
    Run shown = Run.of("simulate", "own-network-down", "--show");
    Files.writeString(file, shown.out());
    Path rival = folder.resolve("gear.yaml");
    Files.writeString(rival, "version: 1\ndependencies: { erp: { url: 'http://a.example' } }\n");

    Run run =
        Run.of(
            "simulate",
            file.toString(),
            "--vs",
            rival.toString(),
            "--out",
            folder.resolve("out").toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("mine: ").contains("erp of gear.yaml");
    assertThat(run.err()).contains("report.html");
    assertThat(folder.resolve("out/report.html")).content().contains("erp of gear.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "crm-bt | there is no incident and no file 'crm-bt'; did you mean 'crm-bot'?",
        "crm-bot --runs 0 | --runs must be from 1 to 10000, but is 0",
        "crm-bot --format xml | --format must be text or json, but is 'xml'",
        "--seed 3 | there must be the name of an incident or a file; --list shows the names",
        "crm-bot --vs nowhere.yaml | nowhere.yaml: there is no such file",
      })
  void simulate_badInput_isOneLine(String arguments, String message) {
    Run run = Run.of(("simulate " + arguments).split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(message);
  }

  @Test
  void simulate_brokenFile_saysWhereEachMistakeIs() throws IOException {
    Path file = folder.resolve("bad.yaml");
    Files.writeString(file, "duration: 1h\narrivals: { rate: 1/s }\nupsteam: {}\nclients: []\n");

    Run run = Run.of("simulate", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("bad.yaml:3:1", "did you mean 'upstream'?");
  }
}
