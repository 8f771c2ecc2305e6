// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a row says of a result that it matches.
 *
 * @param assessment the verdict, without a wait
 * @param scope whom it speaks for; null for what is usual for the verdict
 * @param retryable whether the call may be made again; null for what is usual for the verdict
 * @param hints where the response names a wait, besides the standard headers
 * @param defaultWait the wait when it names none; null when that isn't known either
 */
record RowMeaning(
    @Nullable Assessment assessment,
    @Nullable Scope scope,
    @Nullable Retryable retryable,
    List<WaitHint> hints,
    @Nullable DefaultWait defaultWait) {
  static final RowMeaning UNKNOWN = new RowMeaning(null, null, null, List.of(), null);

  RowMeaning verdict(Assessment changed) {
    return new RowMeaning(changed, scope, retryable, hints, defaultWait);
  }

  RowMeaning scope(Scope changed) {
    return new RowMeaning(assessment, changed, retryable, hints, defaultWait);
  }

  RowMeaning retryable(Retryable changed) {
    return new RowMeaning(assessment, scope, changed, hints, defaultWait);
  }

  RowMeaning hint(WaitHint added) {
    List<WaitHint> more = new ArrayList<>(hints);
    more.add(added);
    return new RowMeaning(assessment, scope, retryable, List.copyOf(more), defaultWait);
  }

  RowMeaning defaultWait(DefaultWait changed) {
    return new RowMeaning(assessment, scope, retryable, hints, changed);
  }

  /** Whom a verdict speaks for when the row doesn't say. */
  static Scope usualScope(Verdict verdict) {
    return switch (verdict) {
      case SUCCESS, FAILURE -> Scope.DEPENDENCY;
      case THROTTLED -> Scope.CREDENTIAL;
      case IGNORED -> Scope.CALL;
    };
  }

  /** Whether a call may be made again when the row doesn't say. */
  static Retryable usuallyRetryable(Assessment assessment) {
    return switch (assessment.verdict()) {
      case SUCCESS, IGNORED -> Retryable.NO;
      case FAILURE -> Retryable.IDEMPOTENT_ONLY;
      case THROTTLED -> assessment.isHold() ? Retryable.NO : Retryable.YES;
    };
  }
}
