// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.http.HttpVerdicts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the operations of a dependency. */
final class OperationReader {
  private static final int MAX_OPERATIONS = 100;

  private static final Key<String> NAME =
      Key.of(
              "name",
              Names.KIND,
              "what the operation is called in metrics and answers, behind the dependency's name;"
                  + " needed when there is a `path`")
          .standardWords("the methods in lower case, with dashes in between");

  private static final Key<Set<String>> METHODS =
      Key.of("methods", Methods.kind(1), "the methods of its calls").standardWords("all");

  private static final Key<PathPattern> PATH =
      Key.of(
              "path",
              PathPattern.KIND,
              "the path of its calls, behind the dependency's name; `*` stands for one segment,"
                  + " `**` at the end for the rest")
          .standardWords("all");

  private static final Key<RequestMatch> MATCH =
      Key.of(
              "match",
              new SectionKind("match", Keys.of(METHODS, PATH)).to(OperationReader::match),
              "which calls are of the operation; the first operation that matches counts")
          .required();

  /** The operations as they are written; what they take from the dependency comes later. */
  static final Kind<List<Section>> LIST =
      new ListKind<>(
          new SectionKind(
              "operation",
              Keys.of(
                  NAME,
                  MATCH,
                  PoliciesReader.BREAKER.standardWords(
                      "the dependency's, with circuits of its own"),
                  PoliciesReader.TIMEOUT.standardWords("the dependency's, key by key"),
                  PoliciesReader.RETRY.standardWords("the dependency's"),
                  PoliciesReader.HEDGE.standardWords("the dependency's"))),
          "operations",
          0,
          MAX_OPERATIONS);

  private final HttpVerdicts verdicts;
  private final CircuitBreakerConfig plain;
  private final CallPolicies dependency;
  private final Map<String, OperationConfig> operations = new LinkedHashMap<>();

  private OperationReader(
      HttpVerdicts verdicts, CircuitBreakerConfig plain, CallPolicies dependency) {
    this.verdicts = verdicts;
    this.plain = plain;
    this.dependency = dependency;
  }

  /**
   * The operations.
   *
   * @param sections the operations as they are written
   * @param verdicts how the dependency's calls are read
   * @param plain the dependency's breaker without the settings of its section
   * @param dependency what holds for an operation that says nothing
   */
  static List<OperationConfig> read(
      List<Section> sections,
      HttpVerdicts verdicts,
      CircuitBreakerConfig plain,
      CallPolicies dependency) {
    var reader = new OperationReader(verdicts, plain, dependency);
    sections.forEach(reader::read);
    return List.copyOf(reader.operations.values());
  }

  private void read(Section section) {
    Optional<RequestMatch> match = section.get(MATCH);
    Optional<String> name =
        section.setting(NAME).isPresent() ? section.get(NAME) : match.flatMap(this::nameOf);
    if (match.isPresent() && name.isEmpty() && section.setting(NAME).isEmpty()) {
      section.problem("an operation with a 'path' needs a 'name'");
    }
    String known = name.orElse("unnamed");
    String circuit = plain.name() + "/" + known;
    CallPolicies policies =
        new PoliciesReader(section, verdicts, plain.name(circuit)).read(dependency.name(circuit));
    if (name.isPresent() && match.isPresent()) {
      var operation = new OperationConfig(known, match.get(), policies);
      if (operations.putIfAbsent(known, operation) != null) {
        section
            .setting(NAME)
            .ifPresentOrElse(
                it -> it.problem("there is an operation of this name already"),
                () ->
                    section.problem(
                        "there is an operation '" + known + "' already; give this one a 'name'"));
      }
    }
  }

  private Optional<String> nameOf(RequestMatch match) {
    return match.path().isPresent()
        ? Optional.empty()
        : Optional.of(
            match.methods().stream()
                .map(method -> method.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("-")));
  }

  private static Optional<RequestMatch> match(Section section) {
    Optional<Set<String>> methods = section.get(METHODS);
    Optional<PathPattern> path = section.get(PATH);
    if (section.settings().isEmpty()) {
      section.problem("'match' must have 'methods', a 'path' or both");
    }
    return methods.isPresent() || path.isPresent()
        ? Optional.of(new RequestMatch(methods.orElse(Set.of()), path))
        : Optional.empty();
  }
}
