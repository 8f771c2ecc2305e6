// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.regex.Pattern;

/** The names of headers. */
final class HeaderNames {
  /** A token of RFC 9110, 5.6.2. */
  static final Pattern FORM = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  static final ScalarKind<String> KIND = Kinds.text("a header's name", "a header's name", FORM);

  private HeaderNames() {}
}
