// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that are broken cost a call what they would have been good for, and nothing else. */
@Timeout(60)
class BrokenKeysTest {
  private static final CallOptions NONE = CallOptions.none();

  private final VirtualTime time = new VirtualTime();
  private @Nullable Exception fails;

  private String ask(Object request) throws Exception {
    if (fails != null) {
      throw fails;
    }
    return "ok";
  }

  private CompletionStage<String> start(Object request) {
    return fails == null
        ? CompletableFuture.completedFuture("ok")
        : CompletableFuture.failedFuture(fails);
  }

  private Pipeline<String> target(String name) {
    return Pipeline.<String>named(name).time(time).build();
  }

  private FailoverConfig<Object, String> blocking() {
    return Failover.<Object, String>named("completion")
        .time(time)
        .target("openai", target("openai"), this::ask)
        .target("anthropic", target("anthropic"), request -> "second");
  }

  private FailoverConfig<Object, String> async() {
    return Failover.<Object, String>named("completion")
        .time(time)
        .targetAsync("openai", target("openai"), this::start)
        .targetAsync(
            "anthropic",
            target("anthropic"),
            request -> CompletableFuture.completedFuture("second"));
  }

  private AnswerCache<Object, String> cacheWithSuchKeys(BrokenKey broken) {
    AnswerCache<Object, String> cache =
        AnswerCache.named("completion").freshFor(ofMinutes(60)).time(time).build();
    if (broken == BrokenKey.EQUALS) {
      cache.put(broken.key(), "other");
    }
    return cache;
  }

  @ParameterizedTest
  @EnumSource
  void otherwiseStale_brokenRequest_givesTheAnswer(BrokenKey broken) {
    Failover<Object, String> failover =
        blocking().otherwiseStale(cacheWithSuchKeys(broken), ofMinutes(5)).build();

    assertThat(failover.call(broken.key())).isEqualTo("ok");
  }

  @ParameterizedTest
  @EnumSource
  void otherwiseStale_brokenRequestAsync_givesTheAnswer(BrokenKey broken) {
    Failover<Object, String> failover =
        async().otherwiseStale(cacheWithSuchKeys(broken), ofMinutes(5)).build();

    assertThat(failover.callAsync(NONE, broken.key())).isCompletedWithValue("ok");
  }

  @ParameterizedTest
  @EnumSource
  void otherwiseStale_brokenRequestAndNoAnswer_goesOnToTheNextAlternative(BrokenKey broken) {
    Failover<Object, String> failover =
        Failover.<Object, String>named("completion")
            .target("openai", target("openai"), this::ask)
            .otherwiseStale(cacheWithSuchKeys(broken), ofMinutes(5))
            .otherwise(request -> "sorry")
            .build();
    fails = new IOException("reset");

    assertThat(failover.call(broken.key())).isEqualTo("sorry");
  }

  @ParameterizedTest
  @EnumSource
  void affinity_brokenSession_isNone(BrokenKey broken) {
    fails = new IOException("reset");

    assertAnswers(request -> broken.key(), "second");
  }

  @Test
  void affinity_throws_isNone() {
    assertAnswers(
        request -> {
          throw new IllegalStateException("no session");
        },
        "ok");
  }

  @Test
  void affinity_throwsAnError_isNone() {
    assertAnswers(
        request -> {
          throw new StackOverflowError();
        },
        "ok");
  }

  /** What a key function throws. */
  private static Stream<Throwable> thrown() {
    return Stream.of(new IllegalStateException("no tenant"), new StackOverflowError());
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void keyFunction_throwsForOneRequest_harmsThatRequestAlone(Throwable thrown) {
    Bulkhead place = Bulkhead.named("openai").maxConcurrent(1).time(time).build();
    Pipeline<String> own = Pipeline.<String>named("openai").time(time).bulkhead(place).build();
    Function<Object, Pipeline<String>> tenants =
        request -> {
          if (request.equals("bad")) {
            throw raise(thrown);
          }
          return own;
        };
    Failover<Object, String> blocking =
        Failover.<Object, String>named("completion")
            .time(time)
            .target("openai", tenants, this::ask)
            .build();
    Failover<Object, String> async =
        Failover.<Object, String>named("completion")
            .time(time)
            .targetAsync("openai", tenants, (options, request) -> start(request))
            .build();

    for (int request = 0; request < 2; request++) {
      assertThatThrownBy(() -> blocking.call("bad")).isSameAs(thrown);
      assertThatThrownBy(() -> blocking.execute(NONE, "bad")).isSameAs(thrown);
      assertThat(async.callAsync("bad")).isCompletedExceptionally();
      assertThatThrownBy(async.executeAsync(NONE, "bad")::join).hasRootCause(thrown);

      assertThat(blocking.call("hi")).isEqualTo("ok");
      assertThat(async.callAsync("hi")).isCompletedWithValue("ok");
    }
    assertThat(place.inUse()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void keyFunction_throwsForATargetThatIsntAskedYet_harmsThatRequestAlone(Throwable thrown) {
    Function<Object, Pipeline<String>> tenants =
        request -> {
          if (request.equals("bad")) {
            throw raise(thrown);
          }
          return target("anthropic");
        };
    Failover<Object, String> blocking =
        Failover.<Object, String>named("completion")
            .time(time)
            .deadline(ofMinutes(1))
            .target("openai", target("openai"), this::ask)
            .target("anthropic", tenants, request -> "second")
            .build();
    Failover<Object, String> async =
        Failover.<Object, String>named("completion")
            .time(time)
            .deadline(ofMinutes(1))
            .targetAsync("openai", target("openai"), this::start)
            .targetAsync("anthropic", tenants, (options, request) -> start(request))
            .build();

    assertThatThrownBy(() -> blocking.call("bad")).isSameAs(thrown);
    assertThatThrownBy(async.executeAsync(NONE, "bad")::join).hasRootCause(thrown);

    assertThat(blocking.call("hi")).isEqualTo("ok");
    assertThat(async.callAsync("hi")).isCompletedWithValue("ok");
    assertThat(time.scheduledTasks()).isZero();
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void verdicts_throwForOneCall_harmThatCallAlone(Throwable thrown) {
    Bulkhead place = Bulkhead.named("openai").maxConcurrent(1).time(time).build();
    Pipeline<String> pipeline =
        Pipeline.<String>named("openai")
            .time(time)
            .verdicts(
                (result, error) -> {
                  if ("bad".equals(result)) {
                    throw raise(thrown);
                  }
                  return Verdicts.standard().assess(result, error);
                })
            .circuitBreaker(CircuitBreaker.tripOn(consecutiveFailures(1)))
            .bulkhead(place)
            .build();

    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(() -> pipeline.call(() -> "bad")).isSameAs(thrown);
      assertThat(pipeline.callAsync(() -> CompletableFuture.completedFuture("bad")))
          .isCompletedExceptionally();

      assertThat(pipeline.execute(() -> "ok").value()).isEqualTo("ok");
      assertThat(pipeline.callAsync(() -> start("hi"))).isCompletedWithValue("ok");
    }
    assertThat(place.inUse()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  private static RuntimeException raise(Throwable thrown) {
    if (thrown instanceof Error defect) {
      throw defect;
    }
    throw (RuntimeException) thrown;
  }

  /** Asked twice, so that the second request finds what the first one has left. */
  private void assertAnswers(Function<Object, Object> affinity, String answer) {
    Failover<Object, String> blocking = blocking().affinity(affinity).build();
    Failover<Object, String> async = async().affinity(affinity).build();

    for (int request = 0; request < 2; request++) {
      assertThat(blocking.execute(NONE, "hi").value()).isEqualTo(answer);
      assertThat(async.executeAsync(NONE, "hi").join().value()).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @EnumSource
  void cacheKey_broken_callIsMadeAsWithoutACache(BrokenKey broken) throws Exception {
    Pipeline<String> pipeline =
        Pipeline.<String>named("rates")
            .time(time)
            .cache(AnswerCache.named("rates").freshFor(ofMinutes(1)))
            .build();

    for (int call = 0; call < 2; call++) {
      CallOptions options = NONE.cacheKey(broken.key());
      assertThat(pipeline.call(options, () -> ask("hi"))).isEqualTo("ok");
      assertThat(pipeline.callAsync(options, () -> start("hi"))).isCompletedWithValue("ok");
    }
  }

  @Test
  void cacheKey_breaksWhileTheCallIsUnderWay_futureCompletes() {
    AnswerCache<Object, String> cache =
        AnswerCache.named("rates").freshFor(ofMinutes(1)).time(time).build();
    CompletableFuture<String> call = new CompletableFuture<>();
    boolean[] broken = {false};
    Object key =
        new Object() {
          @Override
          public int hashCode() {
            if (broken[0]) {
              throw new IllegalStateException("no hash code");
            }
            return 1;
          }

          @Override
          public boolean equals(@Nullable Object other) {
            return this == other;
          }
        };
    var answer = cache.getAsync(key, () -> call);

    broken[0] = true;
    call.complete("ok");

    assertThat(answer.join().value()).isEqualTo("ok");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void getAsync_brokenKey_failsTheFuture() {
    AnswerCache<Object, String> cache =
        AnswerCache.named("rates").freshFor(ofMinutes(1)).time(time).build();

    assertThat(cache.getAsync(BrokenKey.HASH_CODE.key(), () -> start("hi")))
        .isCompletedExceptionally();
  }

  @Test
  void session_breaksWhileItIsAdded_takesNoRoom() {
    Sessions sessions = new Sessions(KeyLimits.maxKeys(2), time, ofMinutes(60));
    sessions.served("a", 1);
    for (int session = 0; session < 5; session++) {
      sessions.served(new BreaksAtTheSecondLook(), 1);
    }

    sessions.served("b", 1);

    assertThat(sessions.targetOf("a")).isEqualTo(1);
    assertThat(sessions.targetOf("b")).isEqualTo(1);
  }

  /** Has the hash code of "a", so that it is compared with it: when it is looked up, and added. */
  private static final class BreaksAtTheSecondLook {
    private int looks;

    @Override
    public int hashCode() {
      return "a".hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      looks++;
      if (looks > 1) {
        throw new IllegalStateException("not comparable");
      }
      return this == other;
    }
  }
}
