// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import java.util.Locale;

/** How much a log says about a setting. */
public enum Confidence {
  /** Nothing: the log can't support an answer, and the default stays. */
  NONE,
  /** A little: look at the evidence before you use it. */
  LOW,
  /** Enough to begin with. */
  MEDIUM,
  /** Much, and the part of the log that wasn't used for the choice agrees. */
  HIGH;

  /**
   * The name in a text.
   *
   * @return in lower case
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
