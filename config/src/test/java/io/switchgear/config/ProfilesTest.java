// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.http.HttpProfile;
import io.switchgear.http.HttpRow;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.ResponseSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProfilesTest {
  private static final Path BUILT_IN = Path.of("../http/src/main/resources/io/switchgear/http");

  private static final Pattern JSON_KEY = Pattern.compile("\"(\\w+)\":");

  private static final String FILE =
      """
      version: 1
      profiles:
        erp-base:
          extends: openai
          rows:
            - id: quota
              status: 429
              code: { pointer: /code, is: [A, 17] }
              verdict: hold
              wait: 6h
        my-erp:
          extends: erp-base
          ends: { data: END }
          rows:
            - { status: [400, 500-502], header: { name: X-Down, present: true }, verdict: failure }
      dependencies:
        erp: { url: http://erp.example, profile: my-erp, inLineCap: 2m }
        llm: { url: http://llm.example, profile: anthropic }
      """;

  private final SwitchgearConfig config = SwitchgearConfig.parse("t.yaml", FILE);

  private HttpVerdicts verdicts(String dependency) {
    return Objects.requireNonNull(config.dependencies().get(dependency)).verdicts();
  }

  @Test
  void parse_ownProfiles_readTheResponsesOfADependency() {
    HttpVerdicts erp = verdicts("erp");

    assertThat(erp.read(new Head(500, Map.of("X-Down", "yes"))).rule()).isEqualTo("row-1");
    assertThat(erp.read(body(429, "{\"code\":17}")).assessment())
        .isEqualTo(Assessment.hold().retryAfter(Duration.ofHours(6)));
    assertThat(erp.read(new Head(409, Map.of())).rule()).isEqualTo("conflict");
    assertThat(erp.isStreamEnd("", "END")).isTrue();
    assertThat(erp.isStreamEnd("", "[DONE]")).isTrue();
    assertThat(config.profiles()).containsOnlyKeys("erp-base", "my-erp");
  }

  @Test
  void parse_profileOfADependency_isThatOfItsBreaker() {
    DependencyConfig llm = Objects.requireNonNull(config.dependencies().get("llm"));

    assertThat(llm.profile()).isEqualTo("anthropic");
    assertThat(llm.breaker().verdicts().assess(new Head(409, Map.of()), null).verdict())
        .isEqualTo(Verdict.IGNORED);
    assertThat(llm.breaker().verdicts().assess(new Head(402, Map.of()), null).isHold()).isTrue();
  }

  @Test
  void parse_inLineCap_decidesWhatIsAHold() {
    Head throttled = new Head(429, Map.of("Retry-After", "60"));

    assertThat(verdicts("erp").read(throttled).assessment().isHold()).isFalse();
    assertThat(verdicts("llm").read(throttled).assessment().isHold()).isTrue();
  }

  static Set<String> builtInNames() {
    return HttpProfile.builtInNames();
  }

  @ParameterizedTest
  @MethodSource("builtInNames")
  void parse_builtInProfile_isTheSameInAFile(String name) throws IOException {
    String json = Files.readString(BUILT_IN.resolve("profiles/" + name + ".json"));
    String yaml =
        "{ version: 1, profiles: { copy: %s }, dependencies: { a: { url: http://a.example } } }"
            .formatted(json);

    HttpProfile copy = SwitchgearConfig.parse("t.yaml", yaml).profiles().get("copy");

    assertThat(Objects.requireNonNull(copy).rows().stream().map(HttpRow::toString))
        .containsExactlyElementsOf(
            HttpProfile.builtIn(name).rows().stream().map(HttpRow::toString).toList());
  }

  @Test
  void schema_hasTheKeysOfTheBuiltInProfiles() throws IOException {
    String schema = ConfigSchema.json();
    for (String name : builtInNames()) {
      String json = Files.readString(BUILT_IN.resolve("profiles/" + name + ".json"));
      Set<String> keys =
          JSON_KEY.matcher(json).results().map(found -> found.group(1)).collect(Collectors.toSet());

      assertThat(keys)
          .as("keys of %s in the schema", name)
          .allMatch(key -> schema.contains("\"" + key + "\": {"));
    }
  }

  private static ResponseSample body(int status, String json) {
    return ResponseSample.of(
        new Head(status, Map.of()), json.getBytes(StandardCharsets.UTF_8), false);
  }

  private record Head(int status, Map<String, String> headers) implements ResponseHead {
    @Override
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }
  }
}
