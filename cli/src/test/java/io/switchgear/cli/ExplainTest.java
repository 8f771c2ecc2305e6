// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.http.HttpProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void explain_codeInTheBody_saysWhichRowMatchedAndWhatFollows() throws IOException {
    Path body = write("b.json", "{\"error\":{\"message\":\"Your credit balance is too low.\"}}");

    Run run =
        Run.of(
            "explain",
            "--profile",
            "anthropic",
            "--status",
            "400",
            "--body",
            body.toString(),
            "--header",
            "Retry-After: 90");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .contains(
            "profile     anthropic",
            "            An account without credit, reported like a bad request.",
            "verdict     throttled, a hold",
            "scope       calls with this credential",
            "retry       no",
            "not before  1m30s (header Retry-After)",
            "circuit     is held: no calls for 1m30s; with 'throttled: trip' it counts a failure")
        .anyMatch(line -> line.startsWith("matched     low-credit: status 400; /error/message"));
  }

  @Test
  void explain_plainHttp_namesTheRule() {
    Run run = Run.of("explain", "--profile", "http", "--status", "404");

    assertThat(run.out().lines())
        .contains(
            "matched     plain HTTP: other 4xx are ignored",
            "verdict     ignored",
            "scope       this call alone",
            "not before  not known",
            "circuit     counts nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http --status 200 | success | counts a success",
        "http --status 503 | failure | counts a failure",
        "http --status 429 | throttled | counts nothing, since no wait is known; with 'throttled:"
            + " trip' it counts a failure",
        "http --status 429 --header retry-after:7 | throttled | no calls for 7s; with 'throttled:"
            + " trip' it counts a failure",
        "anthropic --status 402 | throttled | is held: no calls for 1h, or as 'holdFor' says; with"
            + " 'throttled: trip' it counts a failure",
        "http --transport noAnswer | failure | counts a failure",
        "openai --event error | failure | counts a failure",
      })
  void explain_result_saysWhatACircuitDoes(String arguments, String verdict, String circuit) {
    Run run = Run.of(("explain --format json --profile " + arguments).split(" "));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("\"verdict\" : \"" + verdict + "\"")
        .contains("\"circuit\" : \"" + circuit + "\"");
  }

  @Test
  void explain_asJson_hasAllFields() {
    Run run =
        Run.of(
            "explain",
            "--profile",
            "github",
            "--status",
            "403",
            "--format",
            "json",
            "--header",
            "Retry-After: 11");

    assertThat(run.out())
        .isEqualToNormalizingNewlines(
            """
            {
              "profile" : "github",
              "matched" : "paced",
              "note" : null,
              "source" : "docs.github.com, rate limits for the REST API",
              "verdict" : "throttled",
              "hold" : false,
              "scope" : "credential",
              "retry" : "yes",
              "notBeforeMs" : 11000,
              "waitSource" : "header Retry-After",
              "circuit" : "no calls for 11s; with 'throttled: trip' it counts a failure"
            }
            """);
  }

  @Test
  void explain_profileOfAFile_isKnown() throws IOException {
    Path config =
        write(
            "gear.yaml",
            "{version: 1, profiles: {my-erp: {rows: {status: 418, verdict: failure}}},"
                + " dependencies: {a: {url: 'http://a.example'}}}");

    Run run =
        Run.of("explain", "--profile", "my-erp", "--config", config.toString(), "--status", "418");
    Run list = Run.of("explain", "--profile", "list", "--config", config.toString());

    assertThat(run.out()).contains("matched     row-1: status 418 -> FAILURE");
    assertThat(list.out().lines()).contains("my-erp", "openai");
  }

  @Test
  void list_hasTheNamesOfAll() {
    assertThat(Run.of("explain", "--profile", "list").out().lines())
        .containsExactlyElementsOf(HttpProfile.builtInNames());
    assertThat(Run.of("explain", "--profile", "list", "--format", "json").out())
        .startsWith("[")
        .contains("\"openai\"");
  }

  @Test
  void explain_event_thatIsNoError_saysSo() throws IOException {
    Path done = write("done", "[DONE]");
    Path content = write("content.json", "{\"choices\":[]}");
    List<String> explain = List.of("explain", "--profile", "openai", "--event", "", "--body");

    assertThat(run(explain, done).err()).contains("it ends its stream as it should");
    assertThat(run(explain, content).err()).contains("it is content");
  }

  private static Run run(List<String> arguments, Path file) {
    List<String> all = new ArrayList<>(arguments);
    all.add(file.toString());
    return Run.of(all.toArray(new String[0]));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--profile antropic --status 400 | there is no profile 'antropic'; did you mean"
            + " 'anthropic'?",
        "--profile zzzzzzzzzzzzz --status 400 | there is no profile 'zzzzzzzzzzzzz'; '--profile"
            + " list' shows them",
        "--profile http | there must be exactly one of --status, --event, --transport",
        "--profile http --status 400 --event a | there must be exactly one of --status, --event,"
            + " --transport",
        "--profile http --status 99 | --status must be from 100 to 999, but is 99",
        "--profile http --status 400 --header x | --header must be 'NAME: VALUE', but is 'x'",
        "--profile http --transport gone | --transport must be one of notSent, noAnswer, streamCut,"
            + " canceled, but is 'gone'",
        "--profile http --status 400 --format xml | --format must be text or json, but is 'xml'",
        "--profile http --status 400 --body none.json | none.json: there is no such file",
        "--profile http --status 400 --body . | .: this is a directory, not a file",
        "--profile http --status 400 --config none.yaml | none.yaml: there is no such file",
      })
  void explain_badInput_isOneLine(String arguments, String reason) {
    Run run = Run.of(("explain " + arguments).split(" "));

    assertThat(run)
        .isEqualTo(new Run(2, "", "switchgear explain: " + reason + System.lineSeparator()));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
