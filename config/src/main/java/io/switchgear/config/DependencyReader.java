// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Throttled;
import io.switchgear.http.HttpVerdicts;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the section of one dependency, without the sections of its policies. */
final class DependencyReader {
  private static final Key<URI> URL =
      Key.of(
              "url",
              Urls.KIND,
              "where it is; a path is put in front of each call's; no user, password, query,"
                  + " fragment")
          .required();

  private static final Key<KeySource> KEY =
      Key.of("key", KeyReader.SOURCE, "where a call carries the key whose circuit it belongs to")
          .standardWords("one circuit for all");

  private static final Key<KeyLimits> KEYS_LIMITS =
      Key.of("keys", KeyReader.LIMITS, "how many keys are remembered and for how long; needs `key`")
          .standardWords("as below")
          .notYet();

  private static final Key<String> PROFILE =
      Key.of(
              "profile",
              new ChoiceKind<>(profiles()),
              "how responses are read; with `http` 5xx, timeouts, no connection are failures, 429"
                  + " is throttled, other 4xx are ignored")
          .standard("http");

  private static final Key<Throttled> THROTTLED =
      Key.of(
              "throttled",
              Kinds.oneOf(Throttled.values()),
              "what a throttled response does: hold calls back for as long as it asks; the same,"
                  + " and an hour if it doesn't ask; count as a failure; nothing")
          .standard("pace");

  private static final Key<Section> TIMEOUT =
      Key.of("timeout", TimeoutReader.SECTION, "how long the parts of a call may take")
          .standardWords("as below");

  private static final Key<Section> BREAKER =
      Key.of(
              "breaker",
              BreakerReader.SECTION,
              "when calls stop, and how they begin again; there is always a breaker")
          .standardWords("as below");

  private static final Key<Section> BULKHEAD =
      Key.of("bulkhead", BulkheadReader.SECTION, "how many calls may run at the same time")
          .standardWords("none");

  private static final Key<Section> RATE_LIMIT =
      Key.of("rateLimit", RateLimitReader.SECTION, "how many calls may be made in a time")
          .standardWords("none");

  static final SectionKind SECTION =
      new SectionKind(
          "dependency",
          Keys.of(URL, KEY, KEYS_LIMITS, PROFILE, THROTTLED, TIMEOUT, BREAKER, BULKHEAD, RATE_LIMIT)
              .later("retry", "operations", "fallback"));

  private final Section section;
  private final DependencyConfig.Draft draft;

  private DependencyReader(Section section, String name) {
    this.section = section;
    this.draft = new DependencyConfig.Draft(CircuitBreaker.named(name));
  }

  /** The dependency's settings; empty when one that has no default is missing or wrong. */
  static Optional<DependencyConfig> read(Setting dependency) {
    return SECTION
        .read(dependency)
        .flatMap(section -> new DependencyReader(section, dependency.name()).config());
  }

  private static Map<String, String> profiles() {
    Map<String, String> profiles = new LinkedHashMap<>();
    HttpVerdicts.profileNames().forEach(name -> profiles.put(name, name));
    return profiles;
  }

  private Optional<DependencyConfig> config() {
    String name = draft.breaker.name();
    section.get(PROFILE).ifPresent(it -> draft.profile = it);
    readBreaker();
    readKey();
    section
        .get(TIMEOUT)
        .ifPresent(it -> draft.timeout = TimeoutReader.read(it, TimeoutConfig.STANDARD));
    section.get(BULKHEAD).ifPresent(it -> readBulkhead(it, name));
    section.get(RATE_LIMIT).ifPresent(it -> readRateLimit(it, name));
    return section.get(URL).map(draft::at);
  }

  private void readBreaker() {
    CircuitBreakerConfig start =
        section.change(
            draft.breaker.verdicts(HttpVerdicts.profile(draft.profile)),
            THROTTLED,
            CircuitBreakerConfig::throttled);
    Optional<Section> breaker = section.get(BREAKER);
    draft.breaker = breaker.map(it -> BreakerReader.read(it, start)).orElse(start);
    draft.records = breaker.map(BreakerReader::records).orElse(draft.records);
  }

  private void readKey() {
    draft.key = section.get(KEY).orElse(null);
    section.get(KEYS_LIMITS).ifPresent(it -> draft.keyLimits = it);
    if (section.setting(KEY).isEmpty()) {
      section
          .setting(KEYS_LIMITS)
          .ifPresent(it -> it.keyProblem("'keys' needs a 'key', which says where keys are"));
    }
  }

  private void readBulkhead(Section bulkhead, String name) {
    draft.bulkhead = BulkheadReader.read(bulkhead, name);
    draft.adaptiveConcurrency = BulkheadReader.adaptiveConcurrencyOf(bulkhead).orElse(null);
  }

  private void readRateLimit(Section rateLimit, String name) {
    draft.rateLimit = RateLimitReader.limiter(rateLimit, name).orElse(null);
    draft.pacer = RateLimitReader.pacer(rateLimit, name).orElse(null);
  }
}
