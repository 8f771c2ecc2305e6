// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that are elsewhere, and that nobody sees them. */
class ReferencesTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOST", "erp.example", "TOKEN", "s3cret", "N", "7", "EMPTY", "", "LINES", "s3\ncret");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "'http://${HOST}/v1', http://erp.example/v1",
    "'${SCHEME_}://${HOST}', ",
    "'http://${HOST}/$${HOST}', ",
    "'http://$HOST.example', ",
  })
  void url_withReferences_isPutTogether(String url, String expected) {
    String yaml = "version: 1\ndependencies: { a: { url: \"" + url + "\" } }\n";

    if (expected != null) {
      assertThat(dependency(yaml).url()).hasToString(expected);
    } else {
      assertThat(errors(yaml)).hasSize(1);
    }
  }

  @Test
  void scalars_ofAnyKind_mayBeReferences() {
    String yaml =
        """
        version: ${ONE}
        dependencies:
          a:
            url: http://a.example
            throttled: ${TRIP}
            timeout: { total: "${N}s" }
            bulkhead:
              maxConcurrent: ${N}
        """;
    Map<String, String> environment = Map.of("ONE", "1", "TRIP", "trip", "N", "7");

    DependencyConfig a =
        SwitchgearConfig.parse("t", yaml, environment::get).dependencies().get("a");

    assertThat(a).isNotNull();
    assertThat(a.throttled()).hasToString("TRIP");
    assertThat(a.timeout().total()).hasSeconds(7);
    assertThat(a.bulkhead().orElseThrow().maxConcurrent()).isEqualTo(7);
  }

  @Test
  void header_withReferenceOrFile_isASecret() throws IOException {
    Files.writeString(folder.resolve("token"), "s3cret from a file\r\n");
    String yaml =
        settings(
            """
            headers:
              set:
                Authorization: Bearer ${TOKEN}
                X-Plain: $${TOKEN} costs 5$
                X-Empty: "${EMPTY}"
                X-File: { file: token }
            """);

    DependencyConfig a = dependency(yaml);

    assertThat(a.headers().set().get("Authorization"))
        .hasToString("*****")
        .isEqualTo(new Secret("Bearer s3cret"));
    assertThat(a.headers().set())
        .containsEntry("X-Plain", new Secret("${TOKEN} costs 5$"))
        .containsEntry("X-Empty", new Secret(""))
        .containsEntry("X-File", new Secret("s3cret from a file"));
    assertThat(a.headers().toString()).doesNotContain("s3cret");
  }

  @Test
  void load_file_findsOthersBesideIt() throws IOException {
    Files.writeString(folder.resolve("url"), "unused");
    Path file = folder.resolve("switchgear.yaml");
    Files.writeString(
        file, "version: 1\ndependencies: { a: { url: \"http://${PATH_OF_NOBODY}\" } }\n");

    var thrown = catchThrowableOfType(ConfigException.class, () -> SwitchgearConfig.load(file));

    assertThat(thrown)
        .hasMessage(file + ":2:27: the environment variable PATH_OF_NOBODY isn't set");
  }

  @Test
  void references_toNothing_areErrorsAtTheirPlace() throws IOException {
    Files.createDirectory(folder.resolve("folder"));
    Files.write(folder.resolve("large"), new byte[65 * 1024]);
    Files.writeString(folder.resolve("lines"), "s3cret\\ns3cret\n".translateEscapes());
    String yaml =
        settings(
            """
            throttled: ${ABSENT}
            timeout: { total: "${}" }
            bulkhead: { maxConcurrent: "${1N}", maxQueued: "${N", maxWait: "${TOKEN}" }
            headers:
              set:
                A: "${ABSENT} ${N}"
                B: { file: absent }
                C: { file: folder }
                D: { file: large }
                E: { file: lines }
                F: { fiel: lines }
                G: "${LINES}"
                H: { file: "\\0" }
            """);

    assertThat(errors(yaml))
        .containsExactly(
            "t.yaml:5:16: the environment variable ABSENT isn't set",
            "t.yaml:6:23: '${' begins the name of an environment variable, as in ${API_KEY}; write"
                + " '$${' for the text '${'",
            "t.yaml:7:32: '${' begins the name of an environment variable, as in ${API_KEY}; write"
                + " '$${' for the text '${'",
            "t.yaml:7:52: '${' begins the name of an environment variable, as in ${API_KEY}; write"
                + " '$${' for the text '${'",
            "t.yaml:7:68: 'maxWait' must be a duration such as 30s, 1m30s or 200ms, but is other"
                + " text",
            "t.yaml:10:12: the environment variable ABSENT isn't set",
            "t.yaml:11:12: there is no such file",
            "t.yaml:12:12: this isn't a file that may be read",
            "t.yaml:13:12: this file is larger than 64 KiB",
            "t.yaml:14:12: the text of this file must be a header's value of up to 8,192"
                + " characters, without line breaks",
            "t.yaml:15:9: 'F' has no 'file'",
            "t.yaml:15:14: unknown key; did you mean 'file'?",
            "t.yaml:16:12: 'G' must be a header's value of up to 8,192 characters, without line"
                + " breaks, but is other text",
            "t.yaml:17:12: this can't be the name of a file");
  }

  @Test
  void secret_matches_itselfAlone() {
    Secret secret = new Secret("s3cret");

    assertThat(secret.matches("s3cret")).isTrue();
    assertThat(secret.matches("s3cre")).isFalse();
    assertThat(secret).hasSameHashCodeAs(new Secret("s3cret")).isNotEqualTo(new Secret("other"));
    assertThat(secret.value()).isEqualTo("s3cret");
  }

  private static String settings(String settings) {
    return "version: 1\ndependencies:\n  a:\n    url: http://a.example\n" + settings.indent(4);
  }

  private DependencyConfig dependency(String yaml) {
    DependencyConfig dependency = read(yaml).dependencies().get("a");
    assertThat(dependency).isNotNull();
    return dependency;
  }

  private SwitchgearConfig read(String yaml) {
    return Parsed.read(yaml, References.of(ENVIRONMENT::get, folder));
  }

  private List<String> errors(String yaml) {
    var thrown = catchThrowableOfType(ConfigException.class, () -> read(yaml));
    assertThat(thrown).isNotNull();
    assertThat(thrown.getMessage()).doesNotContain("s3cret").doesNotContain("erp.example");
    return thrown.errors().stream().map(ConfigError::toString).toList();
  }
}
