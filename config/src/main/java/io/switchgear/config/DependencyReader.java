// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.Throttled;
import io.switchgear.http.HttpVerdicts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the section of one dependency, without the sections of its policies. */
final class DependencyReader {
  static final Keys KEYS =
      Keys.of("url", "key", "profile", "throttled", "timeout", "breaker", "bulkhead", "rateLimit")
          .later("retry", "operations", "fallback");

  static final Keys KEY_KEYS = Keys.of("header", "query", "path").later("jsonBody");

  static final Keys TIMEOUT_KEYS = Keys.of("connect", "firstByte", "idle", "total");

  private static final Map<String, Throttled> THROTTLED = new LinkedHashMap<>();

  private static final Map<String, String> PROFILES = new LinkedHashMap<>();

  static {
    for (Throttled choice : Throttled.values()) {
      THROTTLED.put(choice.name().toLowerCase(Locale.ROOT), choice);
    }
    HttpVerdicts.profileNames().forEach(name -> PROFILES.put(name, name));
  }

  /** A token of RFC 9110, 5.6.2. */
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  private static final Pattern QUERY_NAME = Pattern.compile("[^\\s&=#]{1,100}");

  private static final int MAX_SEGMENT = 100;

  private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

  private final Section section;

  private DependencyReader(Section section) {
    this.section = section;
  }

  /** The dependency's settings; empty when one that has no default is missing or wrong. */
  static Optional<DependencyConfig> read(Setting dependency) {
    return dependency
        .section(KEYS)
        .flatMap(section -> new DependencyReader(section).config(dependency.name()));
  }

  private Optional<DependencyConfig> config(String name) {
    var draft = new DependencyConfig.Draft(CircuitBreaker.named(name));
    get("profile", it -> it.oneOf(PROFILES)).ifPresent(it -> draft.profile = it);
    draft.breaker = breaker(draft.breaker.verdicts(HttpVerdicts.profile(draft.profile)));
    draft.key = get("key", DependencyReader::key).orElse(null);
    get("timeout", it -> it.section(TIMEOUT_KEYS).map(DependencyReader::timeout))
        .ifPresent(it -> draft.timeout = it);
    draft.bulkhead = get("bulkhead", it -> LimitsReader.bulkhead(it, name)).orElse(null);
    draft.rateLimit = get("rateLimit", it -> LimitsReader.rateLimit(it, name)).orElse(null);
    return section.require("url").flatMap(Urls::read).map(draft::at);
  }

  private <T> Optional<T> get(String key, Function<Setting, Optional<T>> read) {
    return section.get(key).flatMap(read);
  }

  private CircuitBreakerConfig breaker(CircuitBreakerConfig standard) {
    CircuitBreakerConfig start =
        get("throttled", it -> it.oneOf(THROTTLED)).map(standard::throttled).orElse(standard);
    return section.get("breaker").map(it -> BreakerReader.read(it, start)).orElse(start);
  }

  private static Optional<KeySource> key(Setting key) {
    Optional<Section> section = key.section(KEY_KEYS);
    if (section.isEmpty() || section.get().hadProblems()) {
      return Optional.empty();
    }
    if (section.get().settings().size() != 1) {
      key.problem(key.shownName() + " must have exactly one of header, query, path");
      return Optional.empty();
    }
    return keySource(section.get().settings().get(0));
  }

  private static Optional<KeySource> keySource(Setting source) {
    return switch (source.name()) {
      case "header" -> source.text("a header's name", HEADER_NAME).map(KeySource.Header::new);
      case "query" -> source.text("a parameter's name", QUERY_NAME).map(KeySource.Query::new);
      default -> source.wholeNumber(1, MAX_SEGMENT).map(KeySource.PathSegment::new);
    };
  }

  private static TimeoutConfig timeout(Section section) {
    TimeoutConfig standard = TimeoutConfig.STANDARD;
    return new TimeoutConfig(
        timeout(section, "connect", standard.connect()),
        timeout(section, "firstByte", standard.firstByte()),
        timeout(section, "idle", standard.idle()),
        timeout(section, "total", standard.total()));
  }

  private static Duration timeout(Section section, String key, Duration standard) {
    return section.get(key).flatMap(it -> it.duration(MAX_TIMEOUT)).orElse(standard);
  }
}
