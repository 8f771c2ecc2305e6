// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place in JSON: a JSON Pointer (RFC 6901) in which {@code *} stands for any key and any index.
 * The empty pointer is the whole text, which then needn't be JSON.
 */
record Pointer(List<String> steps) {
  static final String ANY = "*";

  static final String WHAT = "a JSON pointer such as /error/code";

  private static final int MAX_LENGTH = 200;

  private static final Pattern INDEX = Pattern.compile("[0-9]+");

  static Optional<Pointer> parse(String text) {
    if (text.isEmpty()) {
      return Optional.of(new Pointer(List.of()));
    }
    boolean wellFormed =
        text.startsWith("/") && text.length() <= MAX_LENGTH && !text.matches("(?s).*~(?![01]).*");
    return wellFormed ? Optional.of(new Pointer(steps(text))) : Optional.empty();
  }

  static Pointer of(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "pointer must be " + WHAT + ", but is '" + text + "'"));
  }

  private static List<String> steps(String text) {
    return Arrays.stream(text.substring(1).split("/", -1))
        .map(step -> step.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  boolean isWhole() {
    return steps.isEmpty();
  }

  /** The last key on the way, which a JSON text with such a place has in it; may be empty. */
  String mark() {
    for (int i = steps.size() - 1; i >= 0; i--) {
      String step = steps.get(i);
      if (!step.equals(ANY) && !INDEX.matcher(step).matches()) {
        return step;
      }
    }
    return "";
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String step : steps) {
      text.append('/').append(step.replace("~", "~0").replace("/", "~1"));
    }
    return text.toString();
  }
}
