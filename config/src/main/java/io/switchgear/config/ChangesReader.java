// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what is changed of requests. */
final class ChangesReader {
  private static final int MAX_REMOVED = 100;

  private static final Key<Map<String, Secret>> SET_HEADERS =
      Key.of(
              "set",
              new MapKind<>(
                  "header",
                  HeaderNames.CHANGEABLE_FORM,
                  HeaderNames.CHANGEABLE,
                  SecretKind.headerValue()),
              "headers with the values that they get, in place of any that the caller sent")
          .standardWords("none");

  private static final Key<List<String>> REMOVE_HEADERS =
      Key.of(
              "remove",
              new ListKind<>(HeaderNames.KIND, "headers", 0, MAX_REMOVED),
              "headers that aren't passed on")
          .standardWords("none");

  /** Changes of headers. */
  static final Kind<HeaderChanges> HEADERS =
      new SectionKind("headers", Keys.of(SET_HEADERS, REMOVE_HEADERS)).to(ChangesReader::headers);

  private static final Key<Map<String, String>> SET_FIELDS =
      Key.of(
              "set",
              new MapKind<>("field", JsonPointers.FORM, JsonPointers.WHAT, new JsonKind()),
              "fields of a JSON body, by JSON pointer, with the values that they get, as in"
                  + " `{ /model: gpt-4o-mini }`")
          .standardWords("none");

  private static final Key<List<String>> REMOVE_FIELDS =
      Key.of(
              "remove",
              new ListKind<>(JsonPointers.KIND, "fields", 0, MAX_REMOVED),
              "fields of a JSON body, by JSON pointer, that aren't passed on")
          .standardWords("none");

  /** Changes of a body. */
  static final Kind<BodyChanges> BODY =
      new SectionKind("body", Keys.of(SET_FIELDS, REMOVE_FIELDS)).to(ChangesReader::body);

  private ChangesReader() {}

  private static Optional<HeaderChanges> headers(Section section) {
    Map<String, Secret> set = section.get(SET_HEADERS).orElse(Map.of());
    Set<String> removed = Set.copyOf(section.get(REMOVE_HEADERS).orElse(List.of()));
    if (removed.stream().anyMatch(name -> !HeaderNames.isChangeable(name))) {
      section.wrong(REMOVE_HEADERS, "must not have headers by which messages are passed");
    }
    Set<String> names = new HashSet<>();
    if (set.keySet().stream().anyMatch(name -> !names.add(name.toLowerCase(Locale.ROOT)))) {
      section.wrong(SET_HEADERS, "must not have a header twice; names ignore case");
    }
    return Optional.of(new HeaderChanges(set, removed));
  }

  private static Optional<BodyChanges> body(Section section) {
    return Optional.of(
        new BodyChanges(
            section.get(SET_FIELDS).orElse(Map.of()),
            Set.copyOf(section.get(REMOVE_FIELDS).orElse(List.of()))));
  }
}
