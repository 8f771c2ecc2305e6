// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The methods of HTTP requests. */
final class Methods {
  /** Those that RFC 9110, 9.2.2 calls idempotent. */
  static final Set<String> IDEMPOTENT =
      setOf(List.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"));

  /** Those that change nothing, of the methods that are answered by a server itself. */
  static final Set<String> SAFE = setOf(List.of("GET", "HEAD", "OPTIONS"));

  private static final int MAX_METHODS = 20;

  private static final Kind<String> METHOD =
      Kinds.text(
          "a method in capital letters, such as GET",
          "method",
          Pattern.compile("[A-Z][A-Z_-]{0,29}"));

  private Methods() {}

  static Kind<Set<String>> kind(int min) {
    return new ListKind<>(METHOD, "methods", min, MAX_METHODS)
        .to(methods -> Optional.of(setOf(methods)));
  }

  private static Set<String> setOf(List<String> methods) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(methods));
  }

  /** The methods as one would write them. */
  static String shown(Set<String> methods) {
    return "[" + String.join(", ", methods) + "]";
  }
}
