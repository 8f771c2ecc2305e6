// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.circuit;

import java.util.Locale;

/** Names of states and verdicts as they appear in JSON and metrics. */
public final class Token {
  private Token() {}

  /**
   * The name in lower case with dashes, the same form that the reasons of rejections have.
   *
   * @param value a state, a verdict
   * @return for example {@code half-open}
   */
  public static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
