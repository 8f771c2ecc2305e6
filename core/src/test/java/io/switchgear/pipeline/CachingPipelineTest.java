// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cache.AnswerCache;
import io.switchgear.cache.AnswerCacheConfig;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.LoggedErrors;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CachingPipelineTest {
  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script(time);
  private final List<Runnable> refreshes = new ArrayList<>();
  private final AnswerCacheConfig cache =
      AnswerCache.named("rates")
          .freshFor(ofMinutes(1))
          .staleWhileRevalidate(ofMinutes(1))
          .staleIfError(ofMinutes(8))
          .refreshOn(refreshes::add);
  private final PipelineConfig<String> rates = Pipeline.<String>named("rates").time(time);
  private final CallOptions parcel = CallOptions.none().cacheKey("parcel");

  static List<Way> ways() {
    return Way.all();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_freshAnswer_makesNoCall(Way way) throws Exception {
    var pipeline = rates.cache(cache).build();
    script.returns("7").returns("8");
    var unused = way.execute(pipeline, parcel, script, time);

    time.advance(ofSeconds(30));
    Outcome<String> second = way.execute(pipeline, parcel, script, time);

    assertThat(second.value()).isEqualTo("7");
    assertThat(second.source()).isEqualTo(Source.CACHE);
    assertThat(second.age()).isEqualTo(ofSeconds(30));
    assertThat(second.attempts()).isZero();
    assertThat(script.attempts()).isEqualTo(1);
    assertThat(pipeline.cacheStats().orElseThrow().entries()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_withoutCacheKey_isNotCached(Way way) throws Exception {
    var pipeline = rates.cache(cache).build();
    script.returns("7");
    var unused = way.execute(pipeline, CallOptions.none(), script, time);

    Outcome<String> second = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(second.value()).isEqualTo("7");
    assertThat(second.source()).isEqualTo(Source.PRIMARY);
    assertThat(script.attempts()).isEqualTo(2);
  }

  @Test
  void call_inContextWithoutACacheKey_isNotCached() {
    var pipeline = rates.cache(cache).build();

    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      assertThat(pipeline.call(CallOptions.none(), given -> "7")).isEqualTo("7");
      assertThat(pipeline.call(CallOptions.none(), given -> "8")).isEqualTo("8");

      assertThat(logged.lines()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_cacheKeyWithoutACache_isACall(Way way) throws Exception {
    script.returns("7");

    Outcome<String> outcome = way.execute(rates.build(), parcel, script, time);

    assertThat(outcome.value()).isEqualTo("7");
    assertThat(rates.build().call(parcel, given -> "8")).isEqualTo("8");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_noAnswerYet_tellsOfTheCallThatGotIt(Way way) throws Exception {
    script.returns("7");

    Outcome<String> outcome = way.execute(rates.cache(cache).build(), parcel, script, time);

    assertThat(outcome.value()).isEqualTo("7");
    assertThat(outcome.source()).isEqualTo(Source.PRIMARY);
    assertThat(outcome.attempts()).isOne();
    assertThat(outcome.verdict()).isEqualTo(Verdict.SUCCESS);
  }

  @Test
  void execute_questionsOfTheSameHash_haveAnswersOfTheirOwn() {
    var pipeline = rates.cache(cache).build();
    CallOptions one = CallOptions.none().cacheKey("Aa");
    CallOptions other = CallOptions.none().cacheKey("BB");
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());

    assertThat(pipeline.call(one, () -> "1")).isEqualTo("1");
    assertThat(pipeline.call(other, () -> "2")).isEqualTo("2");
    assertThat(pipeline.call(one, () -> "3")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({"HASH_CODE, no hash code", "EQUALS, not comparable"})
  void execute_brokenQuestion_isLoggedAndLikeNoOther(BrokenKey broken, String complaint) {
    var pipeline = rates.cache(cache).build();

    try (LoggedErrors logged = new LoggedErrors(Pipeline.class)) {
      for (int call = 0; call < 2; call++) {
        Outcome<String> outcome =
            pipeline.execute(CallOptions.none().cacheKey(broken.key()), () -> "7");
        assertThat(outcome.source()).isEqualTo(Source.PRIMARY);
      }

      assertThat(logged.lines()).contains("A hook of a policy failed beside a call: " + complaint);
    }
  }

  @Test
  void forKey_withoutACacheKey_isNotCached() {
    Pipeline<String> keyed = rates.cache(cache).<String>keyed().forKey("k1");

    assertThat(keyed.call(() -> "7")).isEqualTo("7");
    assertThat(keyed.call(() -> "8")).isEqualTo("8");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_failsWithAStaleAnswer_servesIt(Way way) throws Exception {
    var pipeline =
        rates
            .fallback(() -> "table")
            .cache(cache)
            .circuitBreaker(tripOn(consecutiveFailures(1)))
            .build();
    script.returns("7").fails(new IOException("reset"));
    var unused = way.execute(pipeline, parcel, script, time);
    time.advance(ofMinutes(3));

    Outcome<String> failed = way.execute(pipeline, parcel, script, time);
    Outcome<String> refused = way.execute(pipeline, parcel, script, time);

    assertThat(failed.value()).isEqualTo("7");
    assertThat(failed.source()).isEqualTo(Source.CACHE);
    assertThat(refused.value()).isEqualTo("7");
    assertThat(refused.age()).isEqualTo(ofMinutes(3));
    assertThat(script.attempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_failsAfterTheLastPeriod_usesTheFallbackAndKeepsItNot(Way way) throws Exception {
    var pipeline = rates.fallback(() -> "table").cache(cache).build();
    script.returns("7").fails(new IOException("reset")).returns("8");
    var unused = way.execute(pipeline, parcel, script, time);
    time.advance(ofMinutes(11));

    Outcome<String> failed = way.execute(pipeline, parcel, script, time);
    Outcome<String> next = way.execute(pipeline, parcel, script, time);

    assertThat(failed.value()).isEqualTo("table");
    assertThat(failed.source()).isEqualTo(Source.DEGRADED);
    assertThat(next.value()).isEqualTo("8");
    assertThat(next.source()).isEqualTo(Source.PRIMARY);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void execute_callersOwnMistake_isNotHiddenByAStaleAnswer(Way way) throws Exception {
    var pipeline = rates.cache(cache).build();
    script.returns("7").fails(new InterruptedException("given up"));
    var unused = way.execute(pipeline, parcel, script, time);
    time.advance(ofMinutes(3));

    Outcome<String> failed = way.execute(pipeline, parcel, script, time);

    assertThat(failed.error()).get().isInstanceOf(InterruptedException.class);
  }

  @Test
  void call_staleAnswer_isRefreshedInTheBackgroundWithoutTheCallersDeadline() {
    var pipeline = rates.deadline(ofSeconds(8)).cache(cache).build();
    List<Duration> left = new ArrayList<>();
    var unused = pipeline.call(parcel, given -> "7");
    time.advance(ofSeconds(90));
    CallOptions inAHurry = parcel.deadline(Deadline.after(ofSeconds(1), time));

    String stale =
        pipeline.call(
            inAHurry,
            given -> {
              left.add(given.deadline().remaining());
              return "8";
            });
    time.advance(ofSeconds(2));
    refreshes.forEach(Runnable::run);

    assertThat(stale).isEqualTo("7");
    assertThat(left).containsExactly(ofSeconds(8));
    assertThat(pipeline.call(parcel, given -> "9")).isEqualTo("8");
  }

  @Test
  void callAsync_staleAnswer_isRefreshedOnce() {
    var pipeline = rates.cache(cache).build();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    var unused = pipeline.callAsync(parcel, () -> CompletableFuture.completedFuture("7"));
    time.advance(ofSeconds(90));

    for (int call = 0; call < 3; call++) {
      var stale =
          pipeline.callAsync(
              parcel,
              () -> {
                calls.add(new CompletableFuture<>());
                return calls.get(calls.size() - 1);
              });
      assertThat(stale).isCompletedWithValue("7");
    }
    calls.get(0).complete("8");

    assertThat(calls).hasSize(1);
    assertThat(pipeline.call(parcel, () -> "9")).isEqualTo("8");
  }

  @Test
  void forKey_sameQuestion_hasAnAnswerForEachKey() {
    KeyedPipeline<String, String> keyed = rates.cache(cache).keyed();
    var unused = keyed.forKey("k1").call(parcel, () -> "of k1");

    assertThat(keyed.forKey("k2").call(parcel, () -> "of k2")).isEqualTo("of k2");
    assertThat(keyed.forKey("k1").call(parcel, () -> "new")).isEqualTo("of k1");
    keyed.forKey("k1").invalidate("parcel");
    assertThat(keyed.forKey("k1").call(parcel, () -> "new")).isEqualTo("new");
    assertThat(keyed.forKey("k2").call(parcel, () -> "new")).isEqualTo("of k2");
  }
}
