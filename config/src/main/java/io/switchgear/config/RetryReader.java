// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.core.AttemptBudget;
import io.switchgear.core.RejectionReason;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.retry.RetryConfig;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Reads when a call is made again. The ranges are those of the retry's own settings. */
final class RetryReader {
  private static final int MAX_ATTEMPTS = 1_000;
  private static final int BUDGET_PERCENT = 10;

  private static final Key<Integer> ATTEMPTS =
      Key.of(
              "maxAttempts",
              Kinds.wholeNumber(1, MAX_ATTEMPTS),
              "how many attempts are made at most, the first included")
          .standard(3);

  private static final Key<RetryConfig> BACKOFF =
      Key.of(
              "backoff",
              BackoffReader.KIND,
              "how long to wait between attempts; just a duration is the first wait")
          .standardWords("as below");

  private static final Key<Duration> MAX_RETRY_AFTER =
      Key.of(
              "maxRetryAfter",
              Kinds.duration(Kinds.LONGEST),
              "the longest wait that the dependency may ask for; when it asks for more, the call"
                  + " ends at once")
          .standard("30s");

  private static final Key<AttemptBudget> BUDGET = BudgetReader.key("retryBudget", BUDGET_PERCENT);

  private static final Key<List<RejectionReason>> RETRY_REJECTIONS =
      Key.of(
              "retryRejections",
              new ListKind<>(Kinds.oneOf(retriable()), "reasons", 0, retriable().length),
              "which refusals by the dependency's own policies are waited out, when the wait that"
                  + " they name fits `maxRetryAfter` and the time of the call")
          .standardWords("none of them");

  private static final Key<Set<String>> METHODS =
      Key.of(
              "methods",
              Methods.kind(0),
              "the methods whose calls are made again; calls with a header `Idempotency-Key` are in"
                  + " any case")
          .standard(Methods.shown(Methods.IDEMPOTENT));

  private static final Key<IdempotencyKeys> IDEMPOTENCY_KEYS =
      Key.of(
              "idempotencyKeys",
              Kinds.oneOf(IdempotencyKeys.values()),
              "`mint` gives `POST` and `PATCH` calls without a header `Idempotency-Key` one, so"
                  + " that they can be made again: only for a dependency that knows the header")
          .standard("pass");

  static final SectionKind SECTION =
      new SectionKind(
          "retry",
          Keys.of(
              ATTEMPTS,
              BACKOFF,
              MAX_RETRY_AFTER,
              BUDGET,
              RETRY_REJECTIONS,
              METHODS,
              IDEMPOTENCY_KEYS));

  private RetryReader() {}

  /** A hold is never waited out. */
  private static RejectionReason[] retriable() {
    return Arrays.stream(RejectionReason.values())
        .filter(reason -> reason != RejectionReason.HELD)
        .toArray(RejectionReason[]::new);
  }

  static RequestRetryConfig read(Section section, String name, HttpVerdicts verdicts) {
    RetryConfig policy = section.get(BACKOFF).orElse(BackoffReader.STANDARD);
    policy = section.change(policy, ATTEMPTS, RetryConfig::maxAttempts);
    policy = section.change(policy, MAX_RETRY_AFTER, RetryConfig::maxRetryAfter);
    policy = section.change(policy, BUDGET, RetryConfig::budget);
    policy = section.change(policy, RETRY_REJECTIONS, RetryReader::retryRejections);
    return new RequestRetryConfig(
        policy.name(name).verdicts(verdicts).idempotent(false),
        section.get(METHODS).orElse(Methods.IDEMPOTENT),
        section.get(IDEMPOTENCY_KEYS).orElse(IdempotencyKeys.PASS));
  }

  private static RetryConfig retryRejections(RetryConfig policy, List<RejectionReason> reasons) {
    return reasons.isEmpty()
        ? policy
        : policy.retryRejections(reasons.get(0), reasons.toArray(RejectionReason[]::new));
  }
}
