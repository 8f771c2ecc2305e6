// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Verdict;
import org.jspecify.annotations.Nullable;

/** How an attempt of a hedged call ended. */
enum AttemptEnd {
  /** It succeeded, and wins. */
  SUCCESS,

  /** The dependency failed: another attempt may do better, at once. */
  FAILURE,

  /** Another attempt would end the same way (the caller's own error), or do harm (throttled). */
  NEUTRAL,

  /** One of our own policies, or the executor, refused it: the dependency wasn't called. */
  REFUSED,

  /** Neither budget nor deadline allowed to begin it. It has no result. */
  SKIPPED;

  static AttemptEnd of(Verdict verdict, @Nullable Throwable error) {
    if (error instanceof CallRejectedException) {
      return REFUSED;
    }
    return switch (verdict) {
      case SUCCESS -> SUCCESS;
      case FAILURE -> FAILURE;
      case IGNORED, THROTTLED -> NEUTRAL;
    };
  }
}
