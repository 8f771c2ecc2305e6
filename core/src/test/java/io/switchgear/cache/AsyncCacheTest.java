// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static io.switchgear.cache.Cached.Origin.FRESH;
import static io.switchgear.cache.Cached.Origin.LOADED;
import static io.switchgear.cache.Cached.Origin.STALE_ON_ERROR;
import static io.switchgear.cache.Cached.Origin.STALE_REVALIDATING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Asynchronous calls: who waits for whom, and what becomes of a call that nobody wants. */
class AsyncCacheTest {
  private final VirtualTime time = new VirtualTime();
  private final AnswerCacheConfig settings =
      AnswerCache.named("rates")
          .freshFor(Duration.ofMinutes(5))
          .staleWhileRevalidate(Duration.ofMinutes(10))
          .staleIfError(Duration.ofHours(1))
          .loadWithin(Duration.ofSeconds(30))
          .time(time);
  private final AnswerCache<String, String> cache = settings.build();
  private final List<CompletableFuture<String>> stages = new ArrayList<>();

  private CompletableFuture<String> call() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    stages.add(stage);
    return stage;
  }

  private CompletableFuture<Cached<String>> get() {
    return cache.getAsync("parcel", this::call);
  }

  private void put(Duration age) {
    cache.put("parcel", "old");
    time.advance(age);
  }

  @Test
  void getAsync_completesWithTheAnswer_whichServesTheNext() {
    CompletableFuture<Cached<String>> first = get();
    assertThat(first).isNotDone();

    stages.get(0).complete("answer");

    assertThat(first.join().origin()).isEqualTo(LOADED);
    assertThat(get().join().origin()).isEqualTo(FRESH);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void thoseWhoAskMeanwhile_waitForTheSameCall() {
    CompletableFuture<Cached<String>> first = get();
    CompletableFuture<Cached<String>> second = get();

    stages.get(0).complete("answer");

    assertThat(first.join().value()).isEqualTo("answer");
    assertThat(second.join().value()).isEqualTo("answer");
    assertThat(stages).hasSize(1);
    assertThat(cache.stats().loads()).isEqualTo(new AnswerCacheStats.Loads(1, 0, 1));
  }

  @Test
  void thoseWhoAskMeanwhile_shareItsFailure_unwrapped() {
    CompletableFuture<Cached<String>> first = get();
    CompletableFuture<Cached<String>> second = get();
    IOException error = new IOException("reset");

    stages.get(0).completeExceptionally(new CompletionException(error));

    assertThatThrownBy(first::get).hasCause(error);
    assertThatThrownBy(second::get).hasCause(error);
  }

  @Test
  void cancellingOne_leavesTheCallToTheOthers_evenIfItWasTheFirst() {
    CompletableFuture<Cached<String>> first = get();
    CompletableFuture<Cached<String>> second = get();

    first.cancel(true);
    stages.get(0).complete("answer");

    assertThat(second.join().value()).isEqualTo("answer");
  }

  @Test
  void cancellingAll_cancelsTheCall_andTheNextBeginsAnother() {
    CompletableFuture<Cached<String>> first = get();
    CompletableFuture<Cached<String>> second = get();

    second.cancel(true);
    assertThat(stages.get(0)).isNotDone();
    first.cancel(true);

    assertThat(stages.get(0)).isCancelled();
    CompletableFuture<Cached<String>> third = get();
    stages.get(1).complete("answer");
    assertThat(third.join().value()).isEqualTo("answer");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callThatIsCancelledElsewhere_isMadeAnewByOneOfTheOthers() {
    CompletableFuture<Cached<String>> first = get();
    CompletableFuture<Cached<String>> second = get();
    CompletableFuture<Cached<String>> third = get();

    stages.get(0).cancel(true);

    assertThat(first).isCompletedExceptionally();
    assertThat(stages).hasSize(2);
    stages.get(1).complete("answer");
    assertThat(second.join().value()).isEqualTo("answer");
    assertThat(third.join().value()).isEqualTo("answer");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void callThatThrowsAtOnce_failsTheFuture_whateverItThrows() {
    CompletableFuture<Cached<String>> failed =
        cache.getAsync(
            "parcel",
            () -> {
              throw new AssertionError("defect");
            });

    assertThatThrownBy(failed::get).hasCauseInstanceOf(AssertionError.class);
    assertThat(get()).isNotDone();
    assertThat(stages).hasSize(1);
  }

  @Test
  void callThatNeverCompletes_isGivenUpAtItsLimit() {
    CompletableFuture<Cached<String>> first = get();
    CompletableFuture<Cached<String>> second = get();

    time.advance(Duration.ofSeconds(30));

    assertThatThrownBy(first::get)
        .hasCauseInstanceOf(LoadTimeoutException.class)
        .hasMessageContaining("rates");
    assertThat(second).isCompletedExceptionally();
    assertThat(stages.get(0)).isCancelled();
    assertThat(get()).isNotDone();
    assertThat(stages).hasSize(2);
  }

  @Test
  void callThatNeverCompletes_isReplacedByAnOlderAnswer() {
    put(Duration.ofMinutes(15));
    CompletableFuture<Cached<String>> waiting = get();

    time.advance(Duration.ofSeconds(30));

    assertThat(waiting.join().origin()).isEqualTo(STALE_ON_ERROR);
    assertThat(waiting.join().age()).isEqualTo(Duration.ofMinutes(15).plusSeconds(30));
  }

  @Test
  void answerThatExpiresWhileItsReplacementHangs_isNotServed() {
    put(Duration.ofMinutes(75).minusSeconds(30));
    CompletableFuture<Cached<String>> waiting = get();

    time.advance(Duration.ofSeconds(30));

    assertThat(waiting).isCompletedExceptionally();
    assertThat(cache.staleUpTo("parcel", Duration.ofDays(1))).isEmpty();
  }

  @Test
  void oneWhoseDeadlineIsOver_leaves_andTheOthersGoOn() {
    CompletableFuture<Cached<String>> first = get();
    CallOptions options = CallOptions.none().deadline(Deadline.after(Duration.ofSeconds(2), time));
    CompletableFuture<Cached<String>> hasty = cache.getAsync(options, "parcel", this::call);

    time.advance(Duration.ofSeconds(2));

    assertThatThrownBy(hasty::get).hasCauseInstanceOf(DeadlineOverException.class);
    assertThat(first).isNotDone();
    stages.get(0).complete("answer");
    assertThat(first.join().value()).isEqualTo("answer");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void oneWhoseDeadlineIsOver_getsAnOlderAnswer() {
    put(Duration.ofMinutes(15));
    CompletableFuture<Cached<String>> first = get();
    CallOptions options = CallOptions.none().deadline(Deadline.after(Duration.ofSeconds(2), time));
    CompletableFuture<Cached<String>> hasty = cache.getAsync(options, "parcel", this::call);

    time.advance(Duration.ofSeconds(2));

    assertThat(hasty.join().origin()).isEqualTo(STALE_ON_ERROR);
    assertThat(first).isNotDone();
  }

  @Test
  void stale_isServedAtOnce_andRefreshed() {
    put(Duration.ofMinutes(5));

    CompletableFuture<Cached<String>> stale = get();
    assertThat(get()).isDone();

    assertThat(stale.join().origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(stages).hasSize(1);
    stages.get(0).complete("new");
    assertThat(get().join().value()).isEqualTo("new");
  }

  @Test
  void refreshThatThrowsAtOnce_doesNotConcernTheCaller() {
    put(Duration.ofMinutes(5));

    CompletableFuture<Cached<String>> stale =
        cache.getAsync(
            "parcel",
            () -> {
              throw new IllegalStateException("no connection");
            });

    assertThat(stale.join().origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(cache.stats().refreshes()).isEqualTo(new AnswerCacheStats.Refreshes(1, 1, 0));
  }

  @Test
  void hangingRefresh_isCancelledAtItsLimit_andAnotherOneBegins() {
    put(Duration.ofMinutes(5));
    assertThat(get()).isDone();

    time.advance(Duration.ofSeconds(30));
    assertThat(get().join().origin()).isEqualTo(STALE_REVALIDATING);
    time.advance(Duration.ofSeconds(1));
    assertThat(get().join().origin()).isEqualTo(STALE_REVALIDATING);

    assertThat(stages.get(0)).isCancelled();
    assertThat(stages).hasSize(2);
  }

  @Test
  void refreshWithWhomNobodyWaits_goesOn_whenThoseWhoJoinedItLeave() {
    put(Duration.ofMinutes(15).minusSeconds(1));
    assertThat(get()).isDone();
    time.advance(Duration.ofSeconds(1));
    CompletableFuture<Cached<String>> joined = get();

    joined.cancel(true);
    stages.get(0).complete("new");

    assertThat(stages).hasSize(1);
    assertThat(get().join().value()).isEqualTo("new");
  }

  @Test
  void timerThatRefuses_failsTheFuture() {
    AnswerCache<String, String> refused = settings.time(new RefusingTime(time)).build();

    assertThat(refused.getAsync("parcel", this::call)).isCompletedExceptionally();
    assertThatThrownBy(() -> refused.get("parcel", () -> "answer"))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(stages).isEmpty();
  }
}
