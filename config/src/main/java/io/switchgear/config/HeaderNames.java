// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The names of headers. */
final class HeaderNames {
  /** A token of RFC 9110, 5.6.2. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  static final ScalarKind<String> KIND = Kinds.text("a header's name", "a header's name", FORM);

  /** Those that say where a message ends and goes, which is nobody's business but the gateway's. */
  private static final Set<String> RESERVED =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  static final String CHANGEABLE =
      "a header's name, and none of those by which messages are passed";

  /** Names of headers that may be changed. */
  static final MapKind.NameForm CHANGEABLE_FORM =
      new MapKind.NameForm() {
        @Override
        public boolean fits(String name) {
          return isChangeable(name);
        }

        @Override
        public Map<String, Object> schema() {
          return Kinds.pattern(FORM);
        }
      };

  private HeaderNames() {}

  static boolean isChangeable(String name) {
    return FORM.matcher(name).matches() && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }
}
