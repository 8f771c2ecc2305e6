// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.core.KeyLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads where a call carries its key, and how many keys there may be. */
final class KeyReader {
  private static final int MAX_SEGMENT = 100;
  private static final int MOST_KEYS = 10_000_000;
  private static final int DEFAULT_MAX_KEYS = 100_000;

  static final KeyLimits DEFAULT_LIMITS = KeyLimits.maxKeys(DEFAULT_MAX_KEYS);

  private static final Pattern QUERY_NAME = Pattern.compile("[^\\s&=#]{1,100}");

  private static final Key<KeySource> HEADER =
      Key.of(
          "header",
          HeaderNames.KIND.to(it -> Optional.of(new KeySource.Header(it))),
          "the header's value is the key, as in `{ header: X-Api-Key }`");

  private static final Key<KeySource> QUERY =
      Key.of(
          "query",
          Kinds.text("a parameter's name", "a parameter's name", QUERY_NAME)
              .to(it -> Optional.of(new KeySource.Query(it))),
          "the query parameter's value is the key, as in `{ query: api_key }`");

  private static final Key<KeySource> PATH =
      Key.of(
          "path",
          Kinds.wholeNumber(1, MAX_SEGMENT).to(it -> Optional.of(new KeySource.PathSegment(it))),
          "that segment of the path behind the dependency's name is the key, as in `{ path: 1 }`");

  /** Where a call carries its key. */
  static final OneKeyKind<KeySource> SOURCE =
      OneKeyKind.<KeySource>of(
              "key", "must have exactly one of header, query, path", List.of(HEADER, QUERY, PATH))
          .later("jsonBody");

  private static final Key<Integer> MAX_KEYS =
      Key.of(
              "maxKeys",
              Kinds.wholeNumber(1, MOST_KEYS),
              "how many keys are remembered at most; beyond them, a key that wasn't used lately"
                  + " makes room, or further new keys share one state")
          .standard(DEFAULT_MAX_KEYS);

  private static final Key<Duration> IDLE_AFTER =
      Key.of(
              "idleAfter",
              Kinds.duration(Kinds.LONGEST),
              "how long a key is remembered that nobody uses")
          .standard("10m");

  /** How many keys there may be. */
  static final Kind<KeyLimits> LIMITS =
      new SectionKind("keys", Keys.of(MAX_KEYS, IDLE_AFTER)).to(KeyReader::limits);

  private KeyReader() {}

  private static Optional<KeyLimits> limits(Section section) {
    KeyLimits limits = KeyLimits.maxKeys(section.get(MAX_KEYS).orElse(DEFAULT_MAX_KEYS));
    return Optional.of(section.change(limits, IDLE_AFTER, KeyLimits::idleAfter));
  }
}
