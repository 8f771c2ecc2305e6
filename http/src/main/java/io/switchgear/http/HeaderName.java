// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.Optional;
import java.util.regex.Pattern;

/** The names that headers can have: the tokens of RFC 9110, 5.6.2. */
final class HeaderName {
  static final String WHAT = "a header's name";

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  private HeaderName() {}

  static Optional<String> parse(String name) {
    return TOKEN.matcher(name).matches() ? Optional.of(name) : Optional.empty();
  }

  static String check(String name) {
    return parse(name)
        .orElseThrow(() -> new IllegalArgumentException("'" + name + "' isn't " + WHAT));
  }
}
