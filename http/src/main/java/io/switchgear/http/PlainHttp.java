// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What plain HTTP says of an answer that no row of a profile is for. RFC 9110, section 15, demands
 * that a code outside 100 to 599 be handled like a 5xx.
 */
final class PlainHttp {
  /** An answer that was kept from an earlier call says nothing about now, and won't change. */
  static final HttpReading REPLAY =
      reading(Verdict.IGNORED, Scope.CALL, "the answer to an earlier call with the same key");

  /** The caller's own end of a call, or of our making: the dependency has no part in it. */
  static final HttpReading OURS =
      reading(Verdict.IGNORED, Scope.CALL, "the dependency has no part in it");

  /** A call that brought something else than a response. */
  static final HttpReading SUCCESS =
      reading(Verdict.SUCCESS, Scope.DEPENDENCY, "plain HTTP: below 400 is a success");

  static final HttpReading NO_ANSWER =
      reading(Verdict.FAILURE, Scope.DEPENDENCY, "no whole answer is a failure");

  private static final HttpReading THROTTLED =
      reading(Verdict.THROTTLED, Scope.CREDENTIAL, "plain HTTP: 429 is throttled");

  private static final HttpReading UNAUTHORIZED =
      reading(Verdict.IGNORED, Scope.CREDENTIAL, "plain HTTP: 401 is ignored");

  private static final HttpReading IGNORED =
      reading(Verdict.IGNORED, Scope.CALL, "plain HTTP: other 4xx are ignored");

  private static final HttpReading FAILURE =
      reading(Verdict.FAILURE, Scope.DEPENDENCY, "plain HTTP: 5xx and unknown are a failure");

  private PlainHttp() {}

  private static HttpReading reading(Verdict verdict, Scope scope, String rule) {
    Assessment assessment = Assessment.of(verdict);
    return HttpReading.plain(assessment, scope, RowMeaning.usuallyRetryable(assessment), rule);
  }

  /** The reading of a status. Allocates nothing. */
  static HttpReading of(int status) {
    if (status == 429) {
      return THROTTLED;
    }
    if (status == 401) {
      return UNAUTHORIZED;
    }
    return switch (status / 100) {
      case 1, 2, 3 -> SUCCESS;
      case 4 -> IGNORED;
      default -> FAILURE;
    };
  }

  /** Whether an answer says of itself that it is an old one. */
  static boolean isReplay(ResponseHead head) {
    return head.header("Idempotent-Replayed").filter("true"::equalsIgnoreCase).isPresent();
  }

  /** What an answer itself says about making the call again; null when it doesn't. */
  static @Nullable Retryable wish(ResponseHead head) {
    Optional<String> wish =
        head.header("x-should-retry").or(() -> head.header("Stripe-Should-Retry"));
    if (wish.isEmpty()) {
      return null;
    }
    return switch (wish.get().strip()) {
      case "true" -> Retryable.YES;
      case "false" -> Retryable.NO;
      default -> null;
    };
  }
}
