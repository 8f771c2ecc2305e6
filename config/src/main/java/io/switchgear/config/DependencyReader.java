// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Throttled;
import io.switchgear.http.HttpProfile;
import io.switchgear.http.HttpVerdicts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the section of one dependency, without the sections within it. */
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
          .standardWords("as below");

  private static final Key<String> PROFILE =
      Key.of(
              "profile",
              ProfileKind.NAME,
              "how responses are read: one of [ours](../guides/http-profiles.md) or of `profiles`;"
                  + " with `http` 5xx, timeouts, no connection are failures, 429 is throttled,"
                  + " other 4xx are ignored")
          .standard("http");

  private static final Key<Duration> IN_LINE_CAP =
      Key.of(
              "inLineCap",
              Kinds.duration(Kinds.LONGEST),
              "a throttled response that asks for a longer wait is a hold")
          .standard("30s");

  private static final Key<Throttled> THROTTLED =
      Key.of(
              "throttled",
              Kinds.oneOf(Throttled.values()),
              "what a throttled response does: hold calls back for as long as it asks; the same,"
                  + " and an hour if it doesn't ask; count as a failure; nothing")
          .standard("pace");

  private static final Key<Section> BULKHEAD =
      Key.of("bulkhead", BulkheadReader.SECTION, "how many calls may run at the same time")
          .standardWords("none");

  private static final Key<Section> RATE_LIMIT =
      Key.of("rateLimit", RateLimitReader.SECTION, "how many calls may be made in a time")
          .standardWords("none");

  private static final Key<Integer> REPLAY_BODY =
      Key.of(
              "replayBody",
              Kinds.bytes("0", "16MiB"),
              "how much of a request's body is kept, so that it can be sent again; a call with a"
                  + " longer one is made once")
          .standard("64KiB");

  private static final Key<Integer> MAX_BODY =
      Key.of(
              "maxBody",
              Kinds.bytes("1KiB", "2047MiB"),
              "how long a request's body may be; 413 beyond")
          .standardWords("any length");

  private static final Key<List<Section>> OPERATIONS =
      Key.of(
              "operations",
              OperationReader.LIST,
              "calls with circuits of their own, such as reads; the first that matches counts")
          .standardWords("none");

  private static final Key<HeaderChanges> HEADERS =
      Key.of("headers", ChangesReader.HEADERS, "what is changed of the headers of each call")
          .standardWords("nothing");

  private static final Key<Boolean> HTTP2 =
      Key.of(
              "http2",
              new ChoiceKind<>(new TreeMap<>(Map.of("auto", true, "off", false))),
              "whether HTTP/2 is spoken to an https `url` that offers it")
          .standard("auto");

  private static final Key<FallbackConfig> FALLBACK =
      Key.of(
              "fallback",
              FallbackReader.KIND,
              "what happens to a call that the dependency can't answer, step by step")
          .standard("none");

  static final SectionKind SECTION =
      new SectionKind(
          "dependency",
          Keys.of(
              URL,
              HTTP2,
              HEADERS,
              KEY,
              KEYS_LIMITS,
              PROFILE,
              IN_LINE_CAP,
              THROTTLED,
              PoliciesReader.TIMEOUT,
              PoliciesReader.BREAKER,
              PoliciesReader.RETRY,
              PoliciesReader.HEDGE,
              REPLAY_BODY,
              MAX_BODY,
              BULKHEAD,
              RATE_LIMIT,
              OPERATIONS,
              FALLBACK));

  private final Section section;
  private final String name;
  private final Profiles profiles;

  private DependencyReader(Section section, String name, Profiles profiles) {
    this.section = section;
    this.name = name;
    this.profiles = profiles;
  }

  /** The dependency's settings; empty when one that has no default is missing or wrong. */
  static Optional<DependencyConfig> read(Setting dependency, Profiles profiles) {
    return SECTION
        .read(dependency)
        .flatMap(section -> new DependencyReader(section, dependency.name(), profiles).config());
  }

  private Optional<DependencyConfig> config() {
    HttpVerdicts verdicts = verdicts();
    CircuitBreakerConfig plain =
        section.change(
            CircuitBreaker.named(name).verdicts(verdicts),
            THROTTLED,
            CircuitBreakerConfig::throttled);
    CallPolicies policies =
        new PoliciesReader(section, verdicts, plain).read(CallPolicies.standard(plain));
    var draft = new DependencyConfig.Draft(policies);
    draft.verdicts = verdicts;
    draft.operations =
        section
            .get(OPERATIONS)
            .map(it -> OperationReader.read(it, verdicts, plain, policies))
            .orElse(draft.operations);
    draft.replayBodyBytes = section.get(REPLAY_BODY).orElse(draft.replayBodyBytes);
    draft.maxBodyBytes = section.get(MAX_BODY).map(Integer::longValue).orElse(draft.maxBodyBytes);
    draft.http2 = section.get(HTTP2).orElse(draft.http2);
    draft.headers = section.get(HEADERS).orElse(draft.headers);
    draft.fallback = section.get(FALLBACK).orElse(draft.fallback);
    readKey(draft);
    section.get(BULKHEAD).ifPresent(it -> readBulkhead(it, draft));
    section.get(RATE_LIMIT).ifPresent(it -> readRateLimit(it, draft));
    return section.get(URL).map(draft::at);
  }

  private HttpVerdicts verdicts() {
    Optional<HttpProfile> profile =
        section
            .setting(PROFILE)
            .flatMap(setting -> section.get(PROFILE).flatMap(it -> profiles.of(setting, it)));
    HttpVerdicts verdicts =
        profile.map(HttpVerdicts::of).orElseGet(() -> HttpVerdicts.profile("http"));
    return section.change(verdicts, IN_LINE_CAP, HttpVerdicts::inLineCap);
  }

  private void readKey(DependencyConfig.Draft draft) {
    draft.key = section.get(KEY).orElse(null);
    section.get(KEYS_LIMITS).ifPresent(it -> draft.keyLimits = it);
    if (section.setting(KEY).isEmpty()) {
      section.refuse(KEYS_LIMITS, "needs a 'key', which says where keys are");
    }
  }

  private void readBulkhead(Section bulkhead, DependencyConfig.Draft draft) {
    draft.bulkhead = BulkheadReader.read(bulkhead, name);
    draft.adaptiveConcurrency = BulkheadReader.adaptiveConcurrencyOf(bulkhead).orElse(null);
  }

  private void readRateLimit(Section rateLimit, DependencyConfig.Draft draft) {
    draft.rateLimit = RateLimitReader.limiter(rateLimit, name).orElse(null);
    draft.pacer = RateLimitReader.pacer(rateLimit, name).orElse(null);
  }
}
