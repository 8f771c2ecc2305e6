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
  private static final int DEFAULT_MAX_BODY = 64 * 1024;

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

  private static final Key<String> POINTER =
      Key.of("pointer", JsonPointers.KIND, "the field").required();

  private static final Key<Integer> MAX_BODY =
      Key.of(
              "maxBody",
              Kinds.bytes("1KiB", "16MiB"),
              "how long a body may be that is looked at; a call with a longer one has no key")
          .standard("64KiB");

  private static final Key<KeySource> JSON_BODY =
      Key.of(
          "jsonBody",
          new EitherKind<KeySource>(
              JsonPointers.KIND.to(it -> Optional.of(jsonBody(it, DEFAULT_MAX_BODY))),
              new SectionKind("jsonBody", Keys.of(POINTER, MAX_BODY)).to(KeyReader::jsonBody)),
          "the value of that field of the JSON body is the key, as in `{ jsonBody: /user/id }`");

  /** Where a call carries its key. */
  static final OneKeyKind<KeySource> SOURCE =
      OneKeyKind.of("key", "must have exactly one of %s", List.of(HEADER, QUERY, PATH, JSON_BODY));

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

  private static KeySource jsonBody(String pointer, int maxBody) {
    return new KeySource.JsonBody(pointer, maxBody);
  }

  private static Optional<KeySource> jsonBody(Section section) {
    int maxBody = section.get(MAX_BODY).orElse(DEFAULT_MAX_BODY);
    return section.get(POINTER).map(pointer -> jsonBody(pointer, maxBody));
  }

  private static Optional<KeyLimits> limits(Section section) {
    KeyLimits limits = KeyLimits.maxKeys(section.get(MAX_KEYS).orElse(DEFAULT_MAX_KEYS));
    return Optional.of(section.change(limits, IDLE_AFTER, KeyLimits::idleAfter));
  }
}
