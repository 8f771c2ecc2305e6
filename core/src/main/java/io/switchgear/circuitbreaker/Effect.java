// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.Throttled;

/** What a result does to a circuit, once its settings have been asked. */
enum Effect {
  /** It counts as a success. */
  PASS,

  /** It counts as a failure. */
  FAIL,

  /** It counts as nothing, and the dependency wants no call for a while or for long. */
  PAUSE,

  /** It counts as nothing. */
  NOTHING;

  static Effect of(Assessment assessment, Throttled throttled) {
    return switch (assessment.verdict()) {
      case SUCCESS -> PASS;
      case FAILURE -> FAIL;
      case IGNORED -> NOTHING;
      case THROTTLED ->
          switch (throttled) {
            case HOLD -> PAUSE;
            case PACE ->
                assessment.isHold() || assessment.retryAfter().isPresent() ? PAUSE : NOTHING;
            case TRIP -> FAIL;
            case IGNORE -> NOTHING;
          };
    };
  }
}
