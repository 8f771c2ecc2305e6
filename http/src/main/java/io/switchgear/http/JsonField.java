// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A field of JSON texts that come from outside, such as the one of a request's body that says whose
 * request it is.
 *
 * <pre>{@code
 * Optional<String> user = JsonField.at("/user/id").of(body);
 * }</pre>
 *
 * <p>A text is read in one pass without a tree of it being made; one with more than 1,000 levels is
 * no JSON.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class JsonField {
  private final Pointer pointer;
  private final PointerTree places;

  private JsonField(Pointer pointer) {
    this.pointer = pointer;
    this.places = PointerTree.of(List.of(pointer));
  }

  /**
   * The field at a place.
   *
   * @param pointer a JSON Pointer (RFC 6901) of at most 200 characters that isn't empty; a step
   *     {@code *} stands for any
   * @return the field
   * @throws IllegalArgumentException when it is none
   */
  public static JsonField at(String pointer) {
    Pointer place = Pointer.of(pointer);
    if (place.isWhole()) {
      throw new IllegalArgumentException("pointer must name a field, but is empty");
    }
    return new JsonField(place);
  }

  /**
   * The field's value in a text. Text, numbers and truth values are values.
   *
   * @param json a text in UTF-8
   * @return the first value, cut to 4,096 characters; empty when there is none, when it is null, an
   *     object or an array, or when the text isn't JSON as a whole
   */
  public Optional<String> of(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    Map<Pointer, List<String>> found =
        JsonScan.whole(text.startsWith("\ufeff") ? text.substring(1) : text, places);
    return found.getOrDefault(pointer, List.of()).stream()
        .findFirst()
        .filter(value -> !value.isEmpty());
  }
}
