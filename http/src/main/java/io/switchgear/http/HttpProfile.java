// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Verdict;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How one provider uses the status codes: the codes that it uses in a way of its own; all others
 * mean what RFC 9110 says.
 *
 * <p>The RFC's section 15 demands that a code outside 100 to 599 be handled like a 5xx.
 */
final class HttpProfile {
  private static final HttpProfile HTTP = new HttpProfile(Map.of(429, Verdict.THROTTLED));

  private static final Map<String, HttpProfile> ALL = new TreeMap<>(Map.of("http", HTTP));

  private final Map<Integer, Verdict> special;

  private HttpProfile(Map<Integer, Verdict> special) {
    this.special = special;
  }

  static Set<String> names() {
    return ALL.keySet();
  }

  static @Nullable HttpProfile find(String name) {
    return ALL.get(name);
  }

  Verdict verdict(int status) {
    Verdict own = special.get(status);
    return own != null ? own : standardVerdict(status);
  }

  private static Verdict standardVerdict(int status) {
    return switch (status / 100) {
      case 1, 2, 3 -> Verdict.SUCCESS;
      case 4 -> Verdict.IGNORED;
      default -> Verdict.FAILURE;
    };
  }
}
