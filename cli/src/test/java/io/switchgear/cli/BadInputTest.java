// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake of the user is answered with one line that names it, and exit code 2. */
class BadInputTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "srve | switchgear: unknown command 'srve', did you mean 'serve'? (see 'switchgear"
            + " --help')",
        "--verison | switchgear: unknown option '--verison', did you mean '--version'?"
            + " (see 'switchgear --help')",
        "stub --prot 1 | switchgear stub: unknown option '--prot', did you mean '--port'?"
            + " (see 'switchgear stub --help')",
        "stub extra | switchgear stub: unknown argument 'extra' (see 'switchgear stub --help')",
        "stub --port x | switchgear stub: invalid value for option '--port': 'x' is not an int"
            + " (see 'switchgear stub --help')",
        "serve | switchgear serve: missing required option: '--config=FILE'"
            + " (see 'switchgear serve --help')",
        "serve --conifg a | switchgear serve: unknown option '--conifg', did you mean '--config'?"
            + " (see 'switchgear serve --help')",
        "serve a --conifg=b -x | switchgear serve: unknown option '--conifg', did you mean"
            + " '--config'? (see 'switchgear serve --help')",
        "serve a | switchgear serve: missing required option: '--config=FILE'"
            + " (see 'switchgear serve --help')",
        "serve --config a --listen b | switchgear serve: invalid value for option '--listen': 'b'"
            + " isn't HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080"
            + " (see 'switchgear serve --help')",
        "serve --config a --admin b:70000 | switchgear serve: invalid value for option '--admin':"
            + " 'b:70000' isn't HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080"
            + " (see 'switchgear serve --help')",
      })
  void arguments_wrong_areNamedWithTheNearestRightOnes(String arguments, String line) {
    Run run = Run.of(arguments.split(" "));

    assertThat(run).isEqualTo(new Run(2, "", line + System.lineSeparator()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--limit x | '--limit' must be a rate",
        "--algorithm x | '--algorithm' must be",
        "--burst x | '--burst' must be",
        "--key-header : | '--key-header' must be the name of a header",
        "--latency x | '--latency' must be a duration",
        "--error-rate 101% | '--error-rate' must be",
        "--error-status 200 | '--error-status' must be from 400 to 599",
        "--hang-rate x | '--hang-rate' must be",
        "--cut-rate x | '--cut-rate' must be",
        "--port 70000 | --port must be from 0 to 65535",
      })
  void flagsOfTheStub_wrong_areNamedAsTheyWereGiven(String arguments, String reason) {
    Run run = Run.of(("stub " + arguments).split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("switchgear stub: " + reason).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--format xml | --format must be text or json, but is 'xml'",
        "--input-format csw | --input-format must be one of access, haproxy, json, csv, har, but is"
            + " 'csw'; did you mean 'csv'?",
        "--log-format $msec | --log-format: a log format needs $status or $upstream_status",
        "--field status | --field must be such as status=code, but is 'status'",
        "--field statos=code | --field: FIELD must be one of time, duration, target, method, path,"
            + " status, error, key, but is 'statos'; did you mean 'status'?",
        "--stamp middle | --stamp must be start or end, but is 'middle'",
        "--duration-unit m | --duration-unit must be s, ms, us or ns, but is 'm'",
        "--zone Atlantis | --zone must be such as UTC or Europe/Berlin: Unknown time-zone ID:"
            + " Atlantis",
        "--gap soon | --gap must be a duration such as 1h, but is 'soon'",
        "--grid auot | --grid has no 'auot'; did you mean 'auto'?",
        "--dependency erb | --dependency: there is no 'erb' in {config}; did you mean 'erp'?",
      })
  void flagsOfReplay_wrong_areNamed(String arguments, String reason) throws IOException {
    Path log = Files.writeString(folder.resolve("calls.csv"), "timestamp,status\n1,200\n");
    Path config = write("version: 1\ndependencies: { erp: { url: 'http://a' } }\n");
    List<String> all = new ArrayList<>(List.of("replay", log.toString(), "--config"));
    all.add(config.toString());
    all.addAll(List.of(arguments.strip().split(" ")));

    Run run = Run.of(all.toArray(new String[0]));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("switchgear replay: " + reason.replace("{config}", config.toString()))
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "hello | the first lines are of no format that is known; --input-format names one",
        "timestamp,status | there is no call in it",
        "{\"a\":1} | the first lines are of no format that is known",
      })
  void log_withoutCalls_isOneLine(String content, String reason) throws IOException {
    Path log = Files.writeString(folder.resolve("calls.log"), content);
    Path config = write("version: 1\ndependencies: { erp: { url: 'http://a' } }\n");

    Run run = Run.of("replay", log.toString(), "--config", config.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("switchgear replay: " + log + ": " + reason).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--format yaml | --format must be text or json, but is 'yaml'",
        "--dependency a/b | --dependency must be of letters, digits, dots, underscores and dashes,"
            + " but is 'a/b'",
      })
  void flagsOfTune_wrong_areNamed(String arguments, String reason) throws IOException {
    Path log = Files.writeString(folder.resolve("calls.csv"), "timestamp,status\n1,200\n");
    List<String> all = new ArrayList<>(List.of("tune", log.toString()));
    all.addAll(List.of(arguments.strip().split(" ")));

    Run run = Run.of(all.toArray(new String[0]));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("switchgear tune: " + reason).hasLineCount(1);
  }

  @Test
  void logOfTune_missing_isOneLine() {
    Path log = folder.resolve("none.log");

    assertThat(Run.of("tune", log.toString()))
        .isEqualTo(
            new Run(
                2,
                "",
                "switchgear tune: " + log + ": there is no such file" + System.lineSeparator()));
  }

  @Test
  void speedOfTheDemo_outOfRange_isNamed() {
    assertThat(Run.of("demo", "--speed", "11"))
        .isEqualTo(
            new Run(
                2,
                "",
                "switchgear demo: --speed must be from 1 to 10, but is 11"
                    + System.lineSeparator()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{url: 'http://a', breakr: {}} | :3:26: unknown key 'breakr'; did you mean 'breaker'?",
        "{url: 'http://a', timeout: {total: 5 parsecs}} | :3:43: 'total' must be a duration",
        "{throttled: trip} | :3:3: 'erp' has no 'url'",
      })
  void settings_wrong_areNamedWithTheirPlace(String dependency, String reason) throws IOException {
    Path file = write("version: 1\ndependencies:\n  erp: " + dependency + "\n");

    Run run = Run.of("serve", "--config", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("switchgear serve: " + file + reason).hasLineCount(1);
  }

  @Test
  void settings_wrongTwice_areTwoLines() throws IOException {
    Path file = write("version: 1\ndependencies:\n  a: {url: 'http://a', x1: 1}\n  a: {}\n");

    Run run = Run.of("serve", "--config", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).allMatch(line -> line.startsWith("switchgear serve: " + file));
    assertThat(run.err()).contains("'x1'").contains("'a'").doesNotContain("\tat ");
  }

  @Test
  void schedule_wrong_isNamedWithItsPlace() throws IOException {
    Path file = write("phases:\n  - for: 2s\n    limt: 1/s\n");

    Run run = Run.of("stub", "--schedule", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("switchgear stub: " + file + ":3:5: unknown key 'limt'")
        .hasLineCount(1);
  }

  @Test
  void settings_missing_areOneLine() {
    Path file = folder.resolve("none.yaml");

    assertThat(Run.of("serve", "--config", file.toString()))
        .isEqualTo(
            new Run(
                2,
                "",
                "switchgear serve: " + file + ": there is no such file" + System.lineSeparator()));
  }

  @Test
  void settings_folder_areOneLine() {
    Run run = Run.of("serve", "--config", folder.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("directory").hasLineCount(1);
  }

  private Path write(String yaml) throws IOException {
    return Files.writeString(folder.resolve("gear.yaml"), yaml);
  }
}
