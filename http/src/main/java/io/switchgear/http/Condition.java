// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a row demands of one place of a response.
 *
 * @param header the header's name; empty for the body
 * @param places where in the body, or in the JSON in a header; one of them is enough
 * @param match what the value there must be
 */
record Condition(String header, List<Pointer> places, ValueMatch match) {
  static Condition header(String name, ValueMatch match) {
    return new Condition(name, List.of(), match);
  }

  boolean isOfBody() {
    return header.isEmpty();
  }

  boolean holds(ResponseHead head) {
    Optional<String> value = head.header(header);
    if (value.isEmpty()) {
      return match.wantsNothing();
    }
    if (places.isEmpty()) {
      return match.matches(value.get());
    }
    return holds(BodyValues.of(value.get(), false, PointerTree.of(places)));
  }

  boolean holds(BodyValues body) {
    boolean none = true;
    for (Pointer place : places) {
      for (String value : body.at(place)) {
        none = false;
        if (match.matches(value)) {
          return true;
        }
      }
    }
    return none && match.wantsNothing();
  }

  /** Whether a text may have what is wanted, by a quick look. */
  boolean mayHold(String text) {
    return match.wantsNothing() || places.stream().anyMatch(place -> text.contains(place.mark()));
  }

  @Override
  public String toString() {
    String at = places.stream().map(Pointer::toString).collect(Collectors.joining(" or "));
    if (isOfBody()) {
      return (at.isEmpty() ? "the body" : at) + " " + match;
    }
    return "header " + header + (at.isEmpty() ? "" : " at " + at) + " " + match;
  }
}
