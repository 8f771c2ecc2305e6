// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.regex.Pattern;

/** JSON pointers (RFC 6901) to a field of a body. */
final class JsonPointers {
  static final String WHAT = "a JSON pointer such as /user/id";

  private static final int LONGEST = 500;

  private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~/]|~[01])*)+");

  static final Kind<String> KIND = Kinds.text(WHAT, "JSON pointer", POINTER);

  /** Pointers as names. */
  static final MapKind.NameForm FORM =
      new MapKind.NameForm() {
        @Override
        public boolean fits(String name) {
          return name.length() <= LONGEST && POINTER.matcher(name).matches();
        }

        @Override
        public Map<String, Object> schema() {
          return Kinds.pattern(POINTER);
        }
      };

  private JsonPointers() {}
}
