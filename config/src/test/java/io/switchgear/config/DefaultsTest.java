// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** To write down what the keys call their defaults changes nothing. */
class DefaultsTest {
  private static final Pattern LITERAL = Pattern.compile("`([^`]+)`");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timeout | timeout: {%s}",
        "breaker | breaker: {%s}",
        "coolDown | breaker: { coolDown: { first: 1s, max: 2s, %s } }",
        "proportional | breaker: { proportional: { window: 10s, %s } }",
        "slowCallRate | breaker: { trip: { slowCallRate: { rate: 9%%, slowerThan: 1s, lastCalls: 9,"
            + " %s } } }",
        "bulkhead | bulkhead: {%s}",
        "adaptiveConcurrency | bulkhead: { adaptiveConcurrency: { min: 1, max: 9, %s } }",
        "rateLimit | rateLimit: { limit: 9/s, burst: 9, %s }",
        "keys | { key: { path: 1 }, keys: {%s} }",
        "retry | retry: {%s}",
        "backoff | retry: { backoff: {%s} }",
        "retryBudget | retry: { budget: {%s} }",
        "hedge | hedge: {%s}",
        "hedgeBudget | hedge: { budget: {%s} }",
        "jsonBody | key: { jsonBody: { pointer: /a, %s } }",
      })
  void section_withItsDefaults_isAsWithoutThem(String id, String settings) {
    String defaults = defaultsOf(id);

    assertThat(defaults).isNotEmpty();
    assertThat(read(settings.formatted(defaults)))
        .usingRecursiveComparison()
        .isEqualTo(read(settings.formatted("")));
  }

  @Test
  void clients_withTheirDefaults_areAsWithoutThem() {
    String file = "version: 1\nclients: {%s}\ndependencies: { erp: { url: http://erp.example } }\n";

    assertThat(Parsed.read(file.formatted(defaultsOf("clients"))).clients())
        .isEqualTo(ClientLimits.standard());
  }

  @Test
  void dependency_withItsDefaults_isAsWithoutThem() {
    assertThat(read("{" + defaultsOf("dependency") + "}"))
        .usingRecursiveComparison()
        .isEqualTo(read("{}"));
  }

  private static DependencyConfig read(String settings) {
    String yaml = settings.startsWith("{") ? settings : "{ " + settings + " }";
    String separator = yaml.matches("\\{\\s*\\}") ? "" : ", ";
    return Parsed.dependency(
        "version: 1\ndependencies: { erp: { url: http://erp.example"
            + separator
            + yaml.substring(1)
            + " }\n",
        "erp");
  }

  /** The keys of a section with a default that can be written as it is. */
  private static String defaultsOf(String id) {
    SchemaSections sections = new SchemaSections();
    ConfigReader.FILE.schema(sections);
    Map<String, Keys> keys = sections.keys();
    return Objects.requireNonNull(keys.get(id)).all().stream()
        .filter(key -> LITERAL.matcher(key.standard()).matches())
        .map(key -> key.name() + ": " + literal(key.standard()))
        .collect(Collectors.joining(", "));
  }

  private static String literal(String standard) {
    Matcher literal = LITERAL.matcher(standard);
    return literal.matches() ? literal.group(1) : "";
  }
}
