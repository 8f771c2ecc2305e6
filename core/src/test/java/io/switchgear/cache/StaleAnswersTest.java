// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static io.switchgear.cache.Cached.Origin.FRESH;
import static io.switchgear.cache.Cached.Origin.LOADED;
import static io.switchgear.cache.Cached.Origin.STALE_ON_ERROR;
import static io.switchgear.cache.Cached.Origin.STALE_REVALIDATING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The two stale periods and the hard expiry, with blocking calls. */
class StaleAnswersTest {
  private static final Duration FRESH_FOR = Duration.ofMinutes(5);
  private static final Duration REVALIDATE = Duration.ofMinutes(10);
  private static final Duration IF_ERROR = Duration.ofHours(1);
  private static final Duration EXPIRY = FRESH_FOR.plus(REVALIDATE).plus(IF_ERROR);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final CountedCall call = new CountedCall();
  private final AnswerCacheConfig settings =
      AnswerCache.named("rates")
          .freshFor(FRESH_FOR)
          .staleWhileRevalidate(REVALIDATE)
          .staleIfError(IF_ERROR)
          .refreshOn(background::add)
          .time(time);
  private final AnswerCache<String, String> cache = settings.build();

  @BeforeEach
  void load() throws Exception {
    cache.get("parcel", call);
  }

  private Cached<String> get() throws IOException, InterruptedException {
    return cache.get("parcel", call);
  }

  private void runBackground() {
    for (Runnable task = background.poll(); task != null; task = background.poll()) {
      task.run();
    }
  }

  @Test
  void stale_isServedAtOnce_andRefreshedBehindTheCallersBack() throws Exception {
    time.advance(FRESH_FOR);

    Cached<String> stale = get();
    runBackground();
    Cached<String> fresh = get();

    assertThat(stale.value()).isEqualTo("answer 1");
    assertThat(stale.origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(stale.age()).isEqualTo(FRESH_FOR);
    assertThat(fresh.value()).isEqualTo("answer 2");
    assertThat(fresh.origin()).isEqualTo(FRESH);
    assertThat(cache.stats().refreshes()).isEqualTo(new AnswerCacheStats.Refreshes(1, 0, 0));
    assertThat(cache.stats().hits()).isEqualTo(new AnswerCacheStats.Hits(1, 1, 0));
  }

  @Test
  void stale_isRefreshedOnce_whileTheRefreshIsUnderWay() throws Exception {
    time.advance(FRESH_FOR);

    for (int i = 0; i < 10; i++) {
      assertThat(get().origin()).isEqualTo(STALE_REVALIDATING);
    }

    assertThat(background).hasSize(1);
  }

  @Test
  void failingRefresh_keepsTheAnswer_andPauses() throws Exception {
    call.fail(true);
    time.advance(FRESH_FOR);
    get();
    runBackground();

    time.advance(PAUSE.minusNanos(1));
    Cached<String> during = get();
    int tasksDuring = background.size();
    time.advance(Duration.ofNanos(1));
    Cached<String> after = get();

    assertThat(during.value()).isEqualTo("answer 1");
    assertThat(tasksDuring).isZero();
    assertThat(after.value()).isEqualTo("answer 1");
    assertThat(background).hasSize(1);
    assertThat(cache.stats().refreshes().failed()).isEqualTo(1);
  }

  @Test
  void refreshThatThrowsAnError_pausesToo() throws Exception {
    time.advance(FRESH_FOR);
    cache.get(
        "parcel",
        () -> {
          throw new StackOverflowError();
        });
    runBackground();

    assertThat(get().origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(background).isEmpty();
  }

  @Test
  void refreshOfANull_withdrawsTheAnswer() throws Exception {
    String[] nothing = new String[1];
    time.advance(FRESH_FOR);

    cache.get("parcel", () -> nothing[0]);
    runBackground();

    assertThat(get().origin()).isEqualTo(LOADED);
  }

  @Test
  void refreshThatIsNeverRun_isGivenUpAtItsLimit() throws Exception {
    time.advance(FRESH_FOR);
    get();
    Runnable lost = background.remove();

    time.advance(Duration.ofSeconds(30).minusNanos(1).plus(PAUSE));
    get();
    int before = background.size();
    time.advance(Duration.ofNanos(1));
    get();
    int after = background.size();
    runBackground();
    lost.run();

    assertThat(before).isZero();
    assertThat(after).isEqualTo(1);
    assertThat(get().value()).isEqualTo("answer 2");
    assertThat(call.made()).isEqualTo(2);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void refreshThatHangsInItsCall_isOvertaken_andItsLateAnswerIsNotStored() throws Exception {
    time.advance(FRESH_FOR);
    cache.get(
        "parcel",
        () -> {
          time.advance(Duration.ofSeconds(31));
          get();
          background.remove().run();
          return "too late";
        });
    background.remove().run();

    assertThat(get().value()).isEqualTo("answer 2");
    assertThat(cache.stats().refreshes()).isEqualTo(new AnswerCacheStats.Refreshes(2, 1, 0));
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void executorThatRefuses_neitherFailsTheCallerNorIsAskedEachTime() throws Exception {
    AnswerCache<String, String> refused =
        settings
            .refreshOn(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .build();
    refused.get("parcel", call);
    time.advance(FRESH_FOR);

    assertThat(refused.get("parcel", call).origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(refused.get("parcel", call).origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(refused.stats().refreshes()).isEqualTo(new AnswerCacheStats.Refreshes(0, 0, 1));
    time.advance(PAUSE);
    assertThat(refused.get("parcel", call).origin()).isEqualTo(STALE_REVALIDATING);
    assertThat(refused.stats().refreshes().skipped()).isEqualTo(2);
  }

  @Test
  void afterRevalidation_theCallIsMade() throws Exception {
    time.advance(FRESH_FOR.plus(REVALIDATE));

    assertThat(get().origin()).isEqualTo(LOADED);
    assertThat(get().value()).isEqualTo("answer 2");
  }

  @Test
  void afterRevalidation_aFailedCall_isReplacedByTheAnswer_andNotRepeatedAtOnce() throws Exception {
    time.advance(FRESH_FOR.plus(REVALIDATE));
    call.fail(true);

    Cached<String> failed = get();
    Cached<String> pausing = get();
    time.advance(PAUSE);
    Cached<String> again = get();

    assertThat(failed.origin()).isEqualTo(STALE_ON_ERROR);
    assertThat(failed.value()).isEqualTo("answer 1");
    assertThat(pausing.origin()).isEqualTo(STALE_ON_ERROR);
    assertThat(again.origin()).isEqualTo(STALE_ON_ERROR);
    assertThat(call.made()).isEqualTo(3);
    assertThat(cache.stats().hits().staleOnError()).isEqualTo(3);
  }

  @Test
  void refusedCall_isReplacedByTheAnswer() throws Exception {
    time.advance(FRESH_FOR.plus(REVALIDATE));

    Cached<String> seen =
        cache.get(
            "parcel",
            () -> {
              throw Refusal.open();
            });

    assertThat(seen.origin()).isEqualTo(STALE_ON_ERROR);
  }

  @Test
  void failedResult_isReplacedByTheAnswer() throws Exception {
    AnswerCache<String, String> picky =
        settings
            .verdicts(
                (result, error) ->
                    Assessment.of("slow down".equals(result) ? Verdict.THROTTLED : Verdict.SUCCESS))
            .build();
    picky.get("parcel", call);
    time.advance(FRESH_FOR.plus(REVALIDATE));

    assertThat(picky.get("parcel", () -> "slow down").origin()).isEqualTo(STALE_ON_ERROR);
  }

  @Test
  void callersOwnError_isPassedOn_andNotPausedFor() throws Exception {
    AnswerCache<String, String> picky =
        settings
            .verdicts(
                (result, error) ->
                    error instanceof IllegalArgumentException
                        ? Assessment.of(Verdict.IGNORED)
                        : Verdicts.standard().assess(result, error))
            .build();
    picky.get("parcel", call);
    time.advance(FRESH_FOR.plus(REVALIDATE));

    assertThatThrownBy(
            () ->
                picky.get(
                    "parcel",
                    () -> {
                      throw new IllegalArgumentException("no such zip code");
                    }))
        .hasMessage("no such zip code");
    assertThat(picky.get("parcel", call).origin()).isEqualTo(LOADED);
  }

  @Test
  void error_isPassedOn() {
    time.advance(FRESH_FOR.plus(REVALIDATE));

    assertThatThrownBy(
            () ->
                cache.get(
                    "parcel",
                    () -> {
                      throw new AssertionError("defect");
                    }))
        .hasMessage("defect");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void deadlineThatIsOver_isReplacedByTheAnswer() throws Exception {
    time.advance(FRESH_FOR.plus(REVALIDATE));
    CallOptions late = CallOptions.none().deadline(Deadline.after(Duration.ZERO, time));

    assertThat(cache.get(late, "parcel", call).origin()).isEqualTo(STALE_ON_ERROR);
    assertThat(call.made()).isEqualTo(1);
  }

  @Test
  void atExpiry_theAnswerIsServedNoMore() {
    time.advance(EXPIRY);
    call.fail(true);

    assertThatThrownBy(this::get).hasMessage("call 2 failed");
  }

  @Test
  void callThatFailsAfterTheExpiry_isNotReplaced_thoughItBeganBefore() {
    time.advance(EXPIRY.minusNanos(1));

    assertThatThrownBy(
            () ->
                cache.get(
                    "parcel",
                    () -> {
                      time.advance(Duration.ofNanos(1));
                      throw new IOException("too late");
                    }))
        .hasMessage("too late");
  }

  @Test
  void pause_doesNotServeBeyondTheExpiry() throws Exception {
    time.advance(EXPIRY.minusNanos(1));
    call.fail(true);

    assertThat(get().origin()).isEqualTo(STALE_ON_ERROR);
    time.advance(Duration.ofNanos(1));
    assertThatThrownBy(this::get).hasMessage("call 3 failed");
  }

  @Test
  void withoutFreshness_eachCallIsMade_andTheAnswerServesWhenItFails() throws Exception {
    AnswerCache<String, String> fallback =
        AnswerCache.named("rates")
            .freshFor(Duration.ZERO)
            .staleIfError(IF_ERROR)
            .time(time)
            .build();

    assertThat(fallback.get("parcel", call).origin()).isEqualTo(LOADED);
    assertThat(fallback.get("parcel", call).origin()).isEqualTo(LOADED);
    call.fail(true);
    assertThat(fallback.get("parcel", call).origin()).isEqualTo(STALE_ON_ERROR);
  }

  @Test
  void put_duringARefresh_isNotReplacedByIt() throws Exception {
    time.advance(FRESH_FOR);
    get();

    cache.put("parcel", "pushed");
    runBackground();

    assertThat(get().value()).isEqualTo("pushed");
  }

  @Test
  void invalidate_duringARefresh_keepsItsAnswerOut() throws Exception {
    time.advance(FRESH_FOR);
    get();

    cache.invalidate("parcel");
    runBackground();

    assertThat(get().value()).isEqualTo("answer 3");
  }
}
