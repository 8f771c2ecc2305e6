// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static io.switchgear.cache.Cached.Origin.FRESH;
import static io.switchgear.cache.Cached.Origin.LOADED;
import static io.switchgear.cache.Cached.Origin.STALE_ON_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a single caller sees of answers while they are fresh, and of the cache's own operations. */
class AnswerCacheTest {
  private final VirtualTime time = new VirtualTime();
  private final CountedCall call = new CountedCall();
  private final AnswerCacheConfig settings =
      AnswerCache.named("rates").freshFor(Duration.ofMinutes(5)).time(time);
  private final AnswerCache<String, String> cache = settings.build();

  /** Holds null. */
  private final String[] nothing = new String[1];

  @Test
  void get_ofAnUnknownKey_makesTheCall() throws Exception {
    Cached<String> seen = cache.get("parcel", call);

    assertThat(seen.value()).isEqualTo("answer 1");
    assertThat(seen.origin()).isEqualTo(LOADED);
    assertThat(seen.age()).isZero();
  }

  @Test
  void get_whileFresh_makesNoCall_andAfterwardsOne() throws Exception {
    cache.get("parcel", call);

    time.advance(Duration.ofMinutes(5).minusNanos(1));
    Cached<String> fresh = cache.get("parcel", call);
    time.advance(Duration.ofNanos(1));
    Cached<String> again = cache.get("parcel", call);

    assertThat(fresh.value()).isEqualTo("answer 1");
    assertThat(fresh.origin()).isEqualTo(FRESH);
    assertThat(fresh.age()).isEqualTo(Duration.ofMinutes(5).minusNanos(1));
    assertThat(again.value()).isEqualTo("answer 2");
    assertThat(again.origin()).isEqualTo(LOADED);
  }

  @Test
  void get_ofAnotherKey_makesItsOwnCall() throws Exception {
    cache.get("parcel", call);

    assertThat(cache.get("letter", call).value()).isEqualTo("answer 2");
  }

  @Test
  void age_countsFromTheBeginningOfTheCall() throws Exception {
    Cached<String> loaded =
        cache.get(
            "parcel",
            () -> {
              time.advance(Duration.ofMinutes(2));
              return "slow";
            });

    time.advance(Duration.ofMinutes(3));

    assertThat(loaded.age()).isEqualTo(Duration.ofMinutes(2));
    assertThat(cache.get("parcel", call).value()).isEqualTo("answer 1");
  }

  @Test
  void answerThatTookLongerThanItLives_isHandedOutAndNotStored() throws Exception {
    AnswerCache<String, String> patient = settings.loadWithin(Duration.ofHours(1)).build();

    Cached<String> loaded =
        patient.get(
            "parcel",
            () -> {
              time.advance(Duration.ofMinutes(5));
              return "slow";
            });

    assertThat(loaded.value()).isEqualTo("slow");
    assertThat(patient.stats().entries()).isZero();
  }

  @Test
  void wallClockSteps_changeNothing() throws Exception {
    cache.get("parcel", call);

    time.stepWallClock(Duration.ofDays(3));
    Cached<String> forward = cache.get("parcel", call);
    time.stepWallClock(Duration.ofDays(-30));
    Cached<String> back = cache.get("parcel", call);

    assertThat(forward.age()).isZero();
    assertThat(back.age()).isZero();
    assertThat(call.made()).isEqualTo(1);
  }

  @Test
  void get_whenTheCallThrows_andNothingIsThere_throwsTheSame() {
    call.fail(true);

    assertThatThrownBy(() -> cache.get("parcel", call))
        .isInstanceOf(IOException.class)
        .hasMessage("call 1 failed");
    assertThatThrownBy(() -> cache.get("parcel", call)).hasMessage("call 2 failed");
    assertThat(cache.stats().entries()).isZero();
    assertThat(cache.stats().loads()).isEqualTo(new AnswerCacheStats.Loads(2, 2, 0));
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void get_ofNull_passesItOn_andWithdrawsWhatWasThere() throws Exception {
    cache.put("parcel", "old");
    time.advance(Duration.ofMinutes(5));

    Cached<String> gone = cache.get("parcel", () -> nothing[0]);

    assertThat(gone.value()).isNull();
    assertThat(gone.origin()).isEqualTo(LOADED);
    assertThat(cache.stats().entries()).isZero();
  }

  @Test
  void resultsThatAreNoSuccess_areHandedOutAndNotStored() throws Exception {
    AnswerCache<String, String> picky =
        settings
            .verdicts(
                (result, error) ->
                    Assessment.of("down".equals(result) ? Verdict.FAILURE : Verdict.IGNORED))
            .build();

    assertThat(picky.get("parcel", () -> "down").value()).isEqualTo("down");
    assertThat(picky.get("parcel", () -> "no such parcel").value()).isEqualTo("no such parcel");
    assertThat(picky.stats().entries()).isZero();
    assertThat(picky.stats().loads()).isEqualTo(new AnswerCacheStats.Loads(2, 1, 0));
  }

  @Test
  void verdictsThatThrow_endTheLoadWithTheirError() throws Exception {
    AnswerCache<String, String> broken =
        settings
            .verdicts(
                (result, error) -> {
                  throw new IllegalStateException("defect");
                })
            .build();

    assertThatThrownBy(() -> broken.get("parcel", () -> "ok")).hasMessage("defect");
    assertThatThrownBy(() -> broken.get("parcel", call)).hasMessage("defect");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void get_pastTheDeadline_makesNoCall() {
    CallOptions late = CallOptions.none().deadline(Deadline.after(Duration.ZERO, time));

    assertThatThrownBy(() -> cache.get(late, "parcel", call))
        .isInstanceOf(DeadlineOverException.class)
        .hasMessageContaining("rates");
    assertThat(call.made()).isZero();
  }

  @Test
  void put_isFreshFromNowOn() throws Exception {
    cache.put("parcel", "pushed");
    time.advance(Duration.ofMinutes(4));

    Cached<String> seen = cache.get("parcel", call);

    assertThat(seen.value()).isEqualTo("pushed");
    assertThat(seen.age()).isEqualTo(Duration.ofMinutes(4));
  }

  @Test
  void put_ofNull_withdraws() throws Exception {
    cache.put("parcel", "pushed");
    cache.put("parcel", nothing[0]);

    assertThat(cache.get("parcel", call).origin()).isEqualTo(LOADED);
  }

  @Test
  void invalidate_withdrawsTheAnswer() throws Exception {
    cache.get("parcel", call);

    cache.invalidate("parcel");
    cache.invalidate("unknown");

    assertThat(cache.staleUpTo("parcel", Duration.ofDays(1))).isEmpty();
    assertThat(cache.get("parcel", call).value()).isEqualTo("answer 2");
    assertThat(cache.stats().evictions()).isZero();
  }

  @Test
  void invalidate_duringALoad_keepsItsAnswerOut() throws Exception {
    Cached<String> loaded =
        cache.get(
            "parcel",
            () -> {
              cache.invalidate("parcel");
              return "from before";
            });

    assertThat(loaded.value()).isEqualTo("from before");
    assertThat(cache.get("parcel", call).value()).isEqualTo("answer 1");
  }

  @Test
  void put_duringALoad_isNotReplacedByIt() throws Exception {
    cache.get(
        "parcel",
        () -> {
          cache.put("parcel", "pushed");
          return "from before";
        });

    assertThat(cache.get("parcel", call).value()).isEqualTo("pushed");
  }

  @Test
  void staleUpTo_servesWhatIsYoungEnough() throws Exception {
    AnswerCache<String, String> lasting = settings.staleIfError(Duration.ofMinutes(5)).build();
    assertThat(lasting.staleUpTo("parcel", Duration.ofDays(1))).isEmpty();
    lasting.get("parcel", call);

    time.advance(Duration.ofMinutes(4));
    assertThat(lasting.staleUpTo("parcel", Duration.ofMinutes(4)))
        .hasValueSatisfying(seen -> assertThat(seen.origin()).isEqualTo(FRESH));
    assertThat(lasting.staleUpTo("parcel", Duration.ofMinutes(4).minusNanos(1))).isEmpty();
    time.advance(Duration.ofMinutes(6).minusNanos(1));
    assertThat(lasting.staleUpTo("parcel", Duration.ofDays(1)))
        .hasValueSatisfying(seen -> assertThat(seen.origin()).isEqualTo(STALE_ON_ERROR));
    time.advance(Duration.ofNanos(1));
    assertThat(lasting.staleUpTo("parcel", Duration.ofDays(1))).isEmpty();
  }

  @Test
  void atTheBound_anAnswerNotAskedForLatelyMakesRoom() throws Exception {
    AnswerCache<Integer, String> small = settings.maxEntries(10).build();
    for (int key = 0; key < 10; key++) {
      small.get(key, call);
    }

    for (int key = 10; key < 100; key++) {
      small.get(key, call);
      small.get(0, call);
    }

    assertThat(small.stats().entries()).isEqualTo(10);
    assertThat(small.stats().evictions()).isEqualTo(small.stats().loads().started() - 10);
  }

  @Test
  void failedLoads_takeNoAnswersPlace() throws Exception {
    AnswerCache<Integer, String> small =
        settings.maxEntries(4).staleIfError(Duration.ofHours(1)).build();
    for (int key = 0; key < 4; key++) {
      small.get(key, call);
    }
    call.fail(true);

    for (int key = 4; key < 100; key++) {
      int unknown = key;
      assertThatThrownBy(() -> small.get(unknown, call)).isInstanceOf(IOException.class);
    }

    assertThat(small.stats().evictions()).isZero();
    assertThat(small.stats().entries()).isEqualTo(4);
  }

  @Test
  void expiredAnswers_goAway() throws Exception {
    for (int key = 0; key < 10; key++) {
      cache.get("parcel " + key, call);
    }

    time.advance(Duration.ofMinutes(5));
    cache.tick();
    time.advance(Duration.ofMinutes(5));
    cache.get("parcel 0", call);

    assertThat(cache.stats().entries()).isEqualTo(1);
  }

  @Test
  void build_refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> AnswerCache.named(" ")).hasMessageContaining("name");
    assertThatThrownBy(() -> settings.maxEntries(0)).hasMessageContaining("maxEntries");
    assertThatThrownBy(() -> settings.freshFor(Duration.ofNanos(-1))).hasMessageContaining("fresh");
    assertThatThrownBy(() -> settings.loadWithin(Duration.ZERO)).hasMessageContaining("loadWithin");
    assertThatThrownBy(() -> settings.refreshPause(Duration.ZERO))
        .hasMessageContaining("refreshPause");
    assertThatThrownBy(() -> settings.freshFor(Duration.ZERO).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rates");
  }

  @Test
  void texts_nameWhatMatters() throws Exception {
    cache.get("parcel", call);

    assertThat(cache).hasToString(cache.name() + settings.toString().substring(5) + ", 1 answers");
    assertThat(settings.toString()).contains("rates", "PT5M");
    assertThat(cache.get("parcel", call).toString()).contains("FRESH", "answer 1");
    assertThat(settings.expiry()).isEqualTo(Duration.ofMinutes(5));
  }
}
