// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.regex.Pattern;

/** The names of dependencies and operations. */
final class Names {
  /** Long enough for people, short enough for a path and for a metric's label. */
  static final Pattern FORM = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");

  private static final String RULE =
      "1 to 64 letters, digits, dots, underscores or dashes, and neither '.' nor '..'";

  static final Kind<String> KIND = Kinds.text(RULE, "name", FORM);

  private Names() {}

  /** What the name of something must be, as a sentence. */
  static String ruleFor(String noun) {
    return "the name of " + noun + " must be " + RULE;
  }
}
