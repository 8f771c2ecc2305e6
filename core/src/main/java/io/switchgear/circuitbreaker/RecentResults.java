// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** The latest results of a window, whatever its form. */
interface RecentResults {
  /** How many results there are. */
  int filled();

  /** Whether a result was a failure; age 0 is the newest. */
  boolean failed(int age);

  /** The results of a window; null for other evidence. */
  static @Nullable RecentResults of(Evidence evidence) {
    if (evidence instanceof WordEvidence window && window.source() instanceof ShortWindow) {
      return new ShortWindow.Results(window.word());
    }
    return evidence instanceof LongWindow window ? window.results() : null;
  }
}
