// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random calls on virtual time, with suppliers that throw: nothing is left open or left behind. */
class HedgedCallProperties {
  private static final int DELAY_MILLIS = 100;

  @Test
  void randomEvents_callEndsOnceAndLeavesNothingBehind() {
    SeededSequences.of(HedgedCallProperties::event).maxLength(40).runs(2_000).check(Call::play);
  }

  private enum Kind {
    PASS,
    SUCCEED,
    FAIL,
    THROTTLE,
    CANCEL_ATTEMPT,
    CANCEL_CALL
  }

  private record Event(Kind kind, int millis, int attempt, boolean supplierThrows) {}

  private static Event event(SplittableRandom random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    boolean often = kind.ordinal() > Kind.FAIL.ordinal() && random.nextInt(4) > 0;
    int millis = random.nextInt(2 * DELAY_MILLIS);
    return new Event(often ? Kind.PASS : kind, millis, random.nextInt(4), random.nextInt(4) == 0);
  }

  /** One call beside what must hold of it. */
  private static final class Call {
    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<Verdict>> attempts = new ArrayList<>();
    private final List<Event> events;
    private final int maxAttempts;
    private final int deadlineMillis;
    private final Hedge hedge;
    private final CompletableFuture<Verdict> future;
    private int supplied;

    private Call(List<Event> events) {
      this.events = events;
      this.maxAttempts = 2 + events.size() % 4;
      this.deadlineMillis = 1 + 3 * events.get(0).millis();
      this.hedge =
          Hedge.named("random")
              .after(ofMillis(DELAY_MILLIS))
              .maxAttempts(maxAttempts)
              .idempotent(true)
              .verdicts(Call::assess)
              .budget(
                  events.size() % 3 == 0
                      ? AttemptBudget.ofCalls(0.05).minPerSecond(0.4)
                      : AttemptBudget.unlimited())
              .time(time)
              .build();
      CallOptions options =
          CallOptions.none().deadline(Deadline.after(ofMillis(deadlineMillis), time));
      this.future = hedge.callAsync(options, this::start);
    }

    private static Assessment assess(@Nullable Object result, @Nullable Throwable error) {
      return Assessment.of(result instanceof Verdict verdict ? verdict : Verdict.FAILURE);
    }

    static void play(List<Event> events) {
      Call call = new Call(events);
      call.check();
      for (Event event : events) {
        call.happen(event);
        call.check();
      }
      call.time.advance(ofMinutes(1));
      for (int i = 0; i < call.attempts.size(); i++) {
        call.attempts.get(i).complete(Verdict.IGNORED);
      }
      call.check();
      assertThat(call.future).isDone();
    }

    private CompletionStage<Verdict> start() {
      assertThat(time.nanoTime()).as("a deadline").isLessThan(deadlineMillis * 1_000_000L);
      if (events.get(supplied++ % events.size()).supplierThrows()) {
        throw new IllegalStateException("thrown on purpose");
      }
      CompletableFuture<Verdict> attempt = new CompletableFuture<>();
      attempts.add(attempt);
      return attempt;
    }

    private void happen(Event event) {
      if (event.kind() == Kind.PASS) {
        time.advance(ofMillis(event.millis()));
      } else if (event.kind() == Kind.CANCEL_CALL) {
        future.cancel(true);
      } else if (event.attempt() < attempts.size()) {
        CompletableFuture<Verdict> attempt = attempts.get(event.attempt());
        switch (event.kind()) {
          case SUCCEED -> succeed(attempt);
          case FAIL -> attempt.completeExceptionally(new IOException("failed on purpose"));
          case THROTTLE -> attempt.complete(Verdict.THROTTLED);
          default -> attempt.cancel(true);
        }
      }
    }

    private void succeed(CompletableFuture<Verdict> attempt) {
      boolean open = !future.isDone();
      if (attempt.complete(Verdict.SUCCESS)) {
        assertThat(open).as("an attempt that runs is cancelled when its call has ended").isTrue();
        assertThat(future).isCompletedWithValue(Verdict.SUCCESS);
      }
    }

    private void check() {
      assertThat(supplied).isLessThanOrEqualTo(maxAttempts);
      assertThat(hedge.stats().hedges()).isEqualTo(supplied - 1L);
      if (future.isDone()) {
        assertThat(attempts).allMatch(CompletableFuture::isDone);
        assertThat(time.scheduledTasks()).isZero();
      } else {
        assertThat(attempts).anyMatch(attempt -> !attempt.isDone());
        assertThat(time.scheduledTasks()).isLessThanOrEqualTo(1);
      }
    }
  }
}
