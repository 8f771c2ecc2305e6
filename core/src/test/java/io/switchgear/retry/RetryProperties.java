// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.RandomSource;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random sequences of results: waits and ends are what plain rules say. */
class RetryProperties {
  private static final int MAX_WAIT_MILLIS = 500;
  private static final int MAX_RETRY_AFTER_MILLIS = 800;

  @Test
  void randomAttempts_waitsAndEndsFollowTheRules() {
    SeededSequences.of(RetryProperties::attempt).maxLength(40).runs(3_000).check(Call::play);
  }

  /** How an attempt ends: 0 for no retry-after. */
  private record Attempt(
      Verdict verdict, int tookMillis, int retryAfterMillis, boolean repeatable) {
    Assessment assessment() {
      return Assessment.of(verdict).retryAfter(ofMillis(retryAfterMillis));
    }
  }

  private static Attempt attempt(SplittableRandom random) {
    Verdict verdict = Verdict.values()[1 + random.nextInt(3)];
    boolean rare = random.nextInt(8) == 0;
    Verdict mostly = rare ? verdict : Verdict.FAILURE;
    int retryAfter = random.nextInt(3) == 0 ? random.nextInt(1_000) : 0;
    return new Attempt(mostly, random.nextInt(300), retryAfter, random.nextInt(20) > 0);
  }

  /** One call beside the rules. */
  private static final class Call {
    private final VirtualTime time = new VirtualTime();
    private final int maxAttempts;
    private final int deadlineMillis;
    private final RetryRun run;

    private Call(List<Attempt> attempts) {
      Attempt first = attempts.get(0);
      this.maxAttempts = 1 + attempts.size() / 2;
      this.deadlineMillis = 1 + first.tookMillis() * 20;
      this.run =
          backOff(attempts.size() % 3)
              .maxRetryAfter(ofMillis(MAX_RETRY_AFTER_MILLIS))
              .maxAttempts(maxAttempts)
              .budget(AttemptBudget.unlimited())
              .random(RandomSource.seeded(attempts.size()))
              .time(time)
              .build()
              .begin(
                  CallOptions.none()
                      .idempotent(first.repeatable())
                      .deadline(Deadline.after(ofMillis(deadlineMillis), time)));
    }

    private static RetryConfig backOff(int kind) {
      return switch (kind) {
        case 0 -> RetryConfig.exponential(ofMillis(3)).upTo(ofMillis(MAX_WAIT_MILLIS));
        case 1 -> RetryConfig.decorrelated(ofMillis(3)).upTo(ofMillis(MAX_WAIT_MILLIS));
        default -> RetryConfig.fixed(ofMillis(MAX_WAIT_MILLIS)).equalJitter();
      };
    }

    static void play(List<Attempt> attempts) {
      Call call = new Call(attempts);
      boolean repeatable = attempts.get(0).repeatable();
      for (Attempt attempt : attempts) {
        if (!call.goesOnAfter(attempt, repeatable)) {
          return;
        }
      }
    }

    private boolean goesOnAfter(Attempt attempt, boolean repeatable) {
      time.advance(ofMillis(attempt.tookMillis()));
      RetryDecision decision = run.next(attempt.assessment(), new IOException("reset"));

      boolean mayGoOn =
          attempt.verdict() != Verdict.IGNORED
              && repeatable
              && decision.attempt() < maxAttempts
              && attempt.retryAfterMillis() <= MAX_RETRY_AFTER_MILLIS
              && nowMillis() + attempt.retryAfterMillis() < deadlineMillis;
      boolean mustGoOn =
          mayGoOn
              && nowMillis() + Math.max(MAX_WAIT_MILLIS, attempt.retryAfterMillis())
                  < deadlineMillis;
      assertThat(decision.isRetry()).isIn(mayGoOn, mustGoOn);
      if (!decision.isRetry()) {
        return false;
      }
      long least = attempt.retryAfterMillis() * 1_000_000L;
      assertThat(decision.delay().toNanos())
          .isBetween(least, Math.max(least, MAX_WAIT_MILLIS * 1_000_000L));
      time.advance(decision.delay());
      assertThat(time.nanoTime()).isLessThan(deadlineMillis * 1_000_000L);
      return true;
    }

    private double nowMillis() {
      return time.nanoTime() / 1e6;
    }
  }
}
