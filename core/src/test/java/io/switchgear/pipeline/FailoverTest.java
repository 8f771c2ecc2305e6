// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailoverTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker openaiCircuit = CircuitBreaker.named("openai").time(time).build();
  private final CircuitBreaker anthropicCircuit =
      CircuitBreaker.named("anthropic").time(time).build();
  private final Pipeline<String> openai =
      Pipeline.<String>named("openai")
          .time(time)
          .circuitBreaker(openaiCircuit)
          .timeout(ofSeconds(30))
          .build();
  private final Pipeline<String> anthropic =
      Pipeline.<String>named("anthropic")
          .time(time)
          .circuitBreaker(anthropicCircuit)
          .timeout(ofSeconds(30))
          .build();
  private final List<String> asked = new ArrayList<>();
  private @Nullable Exception openaiFails;
  private @Nullable Exception anthropicFails;

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
  }

  private String askOpenai(String request) throws Exception {
    asked.add("openai");
    if (openaiFails != null) {
      throw openaiFails;
    }
    return request + " by openai";
  }

  private String askAnthropic(String request) throws Exception {
    asked.add("anthropic");
    if (anthropicFails != null) {
      throw anthropicFails;
    }
    return request + " by anthropic";
  }

  private FailoverConfig<String, String> both() {
    return Failover.<String, String>named("completion")
        .time(time)
        .target("openai", openai, this::askOpenai)
        .target("anthropic", anthropic, this::askAnthropic);
  }

  @Test
  void execute_firstTargetAnswers_isPrimary() {
    Outcome<String> outcome = both().build().execute(CallOptions.none(), "hi");

    assertThat(outcome.value()).isEqualTo("hi by openai");
    assertThat(outcome.source()).isEqualTo(Source.PRIMARY);
    assertThat(asked).containsExactly("openai");
  }

  @Test
  void allForms_nothingSaidAboutTheRequest_giveTheAnswer() {
    Failover<String, String> async =
        Failover.<String, String>named("completion")
            .time(time)
            .targetAsync("openai", openai, CompletableFuture::completedFuture)
            .build();

    assertThat(both().build().execute("hi").value()).isEqualTo("hi by openai");
    assertThat(async.executeAsync("hi").join().value()).isEqualTo("hi");
    assertThat(async.callAsync("hi")).isCompletedWithValue("hi");
  }

  @Test
  void execute_firstTargetFails_asksTheNext() {
    openaiFails = new IOException("reset");

    Outcome<String> outcome = both().build().execute(CallOptions.none(), "hi");

    assertThat(outcome.value()).isEqualTo("hi by anthropic");
    assertThat(outcome.source()).isEqualTo(Source.FAILOVER);
    assertThat(outcome.sourceName()).contains("anthropic");
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(outcome.verdict()).isEqualTo(Verdict.SUCCESS);
  }

  @Test
  void execute_firstTargetIsOpen_isNotAskedAndCostsNoTime() {
    openaiCircuit.forceOpen(Directive.by("ana"));

    Outcome<String> outcome = both().build().execute(CallOptions.none(), "hi");

    assertThat(outcome.sourceName()).contains("anthropic");
    assertThat(outcome.elapsed()).isZero();
    assertThat(asked).containsExactly("anthropic");
  }

  @Test
  void call_allFail_hasTheLastErrorWithTheOthersSuppressed() {
    openaiFails = new IOException("reset");
    anthropicFails = new IOException("cut off");

    assertThatThrownBy(() -> both().build().call("hi"))
        .isInstanceOf(FailoverException.class)
        .hasMessage(
            "Failover completion: no target answered, the last one with java.io.IOException: cut"
                + " off")
        .hasCause(anthropicFails);
    assertThat(anthropicFails.getSuppressed()).containsExactly(openaiFails);
    assertThat(asked).containsExactly("openai", "anthropic");
  }

  @Test
  void call_allRefused_tellsTheEarliestReturn() {
    openaiCircuit.forceOpen(Directive.by("ana").forAtMost(ofMinutes(10)));
    anthropicCircuit.forceOpen(Directive.by("ana").forAtMost(ofMinutes(3)));

    assertThatThrownBy(() -> both().build().call("hi"))
        .isInstanceOfSatisfying(
            FailoverRejectedException.class,
            e -> {
              assertThat(e.retryAfter()).isEqualTo(ofMinutes(3));
              assertThat(e.reason()).isEqualTo(RejectionReason.FORCED_OPEN);
              assertThat(e.name()).isEqualTo("completion");
            });
    assertThat(asked).isEmpty();
  }

  @Test
  void call_oneFailedAndOneRefused_isNotSaidToBeUnsent() {
    openaiFails = new IOException("cut off");
    anthropicCircuit.forceOpen(Directive.by("ana"));

    assertThatThrownBy(() -> both().build().call("hi"))
        .isInstanceOf(FailoverException.class)
        .hasCause(openaiFails);
  }

  @Test
  void call_callersOwnMistake_isNotRepeatedElsewhere() {
    Pipeline<String> strict =
        Pipeline.<String>named("openai")
            .verdicts(
                (result, error) ->
                    error instanceof IllegalArgumentException
                        ? Assessment.of(Verdict.IGNORED)
                        : Verdicts.standard().assess(result, error))
            .build();
    openaiFails = new IllegalArgumentException("no such model");

    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .target("openai", strict, this::askOpenai)
            .target("anthropic", anthropic, this::askAnthropic)
            .build();

    assertThatThrownBy(() -> failover.call("hi")).isSameAs(openaiFails);
    assertThat(asked).containsExactly("openai");
  }

  @Test
  void call_interruptedCall_keepsTheFlagAndStops() {
    openaiFails = new InterruptedException("stop");

    assertThatThrownBy(() -> both().build().call("hi")).isInstanceOf(FailoverException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(asked).containsExactly("openai");
  }

  @Test
  void execute_interruptedCall_keepsTheFlag() {
    openaiFails = new InterruptedException("stop");

    Outcome<String> outcome = both().build().execute(CallOptions.none(), "hi");

    assertThat(outcome.error()).containsSame(openaiFails);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void callAsync_stageFailsWithAnInterrupt_leavesTheThreadThatEndsItAlone() {
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .targetAsync(
                "openai",
                openai,
                request -> CompletableFuture.failedFuture(new InterruptedException("stop")))
            .build();

    CompletableFuture<String> answer = failover.callAsync(CallOptions.none(), "hi");

    assertThat(answer).isCompletedExceptionally();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void execute_slowFirstTarget_leavesHalfOfTheTimeToTheNext() {
    List<String> order = new ArrayList<>();
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .deadline(ofSeconds(20))
            .targetAsync(
                "openai",
                openai,
                request -> {
                  order.add("openai at " + time.nanoTime() / 1_000_000_000L);
                  return new CompletableFuture<>();
                })
            .targetAsync(
                "anthropic",
                anthropic,
                request -> {
                  order.add("anthropic at " + time.nanoTime() / 1_000_000_000L);
                  return CompletableFuture.completedFuture("ok");
                })
            .build();

    CompletableFuture<Outcome<String>> outcome = failover.executeAsync(CallOptions.none(), "hi");
    time.advance(ofSeconds(20));

    assertThat(order).containsExactly("openai at 0", "anthropic at 10");
    assertThat(outcome.join().sourceName()).contains("anthropic");
    assertThat(openaiCircuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isZero();
  }

  @Test
  void execute_nextTargetIsOpen_firstOneMayTakeAllOfTheTime() {
    anthropicCircuit.forceOpen(Directive.by("ana"));
    CompletableFuture<String> slow = new CompletableFuture<>();
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .deadline(ofSeconds(20))
            .targetAsync("openai", openai, request -> slow)
            .targetAsync("anthropic", anthropic, request -> CompletableFuture.completedFuture("no"))
            .build();

    CompletableFuture<String> answer = failover.callAsync(CallOptions.none(), "hi");
    time.advance(ofSeconds(15));
    slow.complete("late but in time");

    assertThat(answer).isCompletedWithValue("late but in time");
  }

  @Test
  void execute_deadlineOverBefore_asksNobody() {
    CallOptions late = CallOptions.none().deadline(Deadline.after(ZERO, time));

    Outcome<String> outcome = both().build().execute(late, "hi");

    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.DEADLINE_OVER);
    assertThat(asked).isEmpty();
  }

  @Test
  void otherwise_noTargetAnswers_givesStaleThenDegraded() {
    AnswerCache<String, String> cache =
        AnswerCache.named("completion").freshFor(ofMinutes(60)).time(time).build();
    Failover<String, String> failover =
        both().otherwiseStale(cache, ofMinutes(5)).otherwise(request -> "sorry").build();
    var unused = failover.call("hi");
    openaiFails = new IOException("reset");
    anthropicFails = new IOException("reset");
    time.advance(ofMinutes(5));

    Outcome<String> stale = failover.execute(CallOptions.none(), "hi");
    Outcome<String> unknown = failover.execute(CallOptions.none(), "other");
    time.advance(ofSeconds(1));
    Outcome<String> tooOld = failover.execute(CallOptions.none(), "hi");

    assertThat(stale.value()).isEqualTo("hi by openai");
    assertThat(stale.source()).isEqualTo(Source.CACHE);
    assertThat(stale.age()).isEqualTo(ofMinutes(5));
    assertThat(unknown.value()).isEqualTo("sorry");
    assertThat(unknown.source()).isEqualTo(Source.DEGRADED);
    assertThat(tooOld.value()).isEqualTo("sorry");
  }

  @Test
  void otherwise_throws_isSuppressedInTheLastError() {
    openaiFails = new IOException("reset");
    anthropicFails = new IOException("cut off");
    Failover<String, String> failover =
        both()
            .otherwise(
                request -> {
                  throw new AssertionError("nothing");
                })
            .build();

    assertThatThrownBy(() -> failover.call("hi")).hasCause(anthropicFails);
    assertThat(anthropicFails.getSuppressed()).hasSize(2);
  }

  @Test
  void affinity_sessionThatFailedOver_staysWithItsTarget() {
    Failover<String, String> failover = both().affinity(request -> request.substring(0, 2)).build();
    openaiFails = new IOException("reset");
    var unused = failover.call("s1 first");
    openaiFails = null;

    assertThat(failover.call("s1 second")).isEqualTo("s1 second by anthropic");
    assertThat(failover.call("s2 first")).isEqualTo("s2 first by openai");
  }

  @Test
  void affinity_itsTargetFails_goesToTheOther() {
    Failover<String, String> failover = both().affinity(request -> request.substring(0, 2)).build();
    openaiFails = new IOException("reset");
    var unused = failover.call("s1 first");
    openaiFails = null;
    anthropicFails = new IOException("reset");

    assertThat(failover.call("s1 second")).isEqualTo("s1 second by openai");
    anthropicFails = null;
    assertThat(failover.call("s1 third")).isEqualTo("s1 third by openai");
  }

  @Test
  void failBackAfter_sessionGoesBackWhenItsTimeHasCome() {
    Failover<String, String> failover =
        both().affinity(request -> "s1").failBackAfter(ofMinutes(2)).build();
    openaiFails = new IOException("reset");
    var unused = failover.call("first");
    openaiFails = null;

    time.advance(ofMinutes(2).minusNanos(1));
    assertThat(failover.call("second")).isEqualTo("second by anthropic");
    time.advance(ofSeconds(1));
    assertThat(failover.call("third")).isEqualTo("third by openai");
  }

  @Test
  void callAsync_cancelled_cancelsTheCallUnderWay() {
    CompletableFuture<String> hanging = new CompletableFuture<>();
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .targetAsync("openai", openai, request -> hanging)
            .build();
    CompletableFuture<String> answer = failover.callAsync(CallOptions.none(), "hi");

    answer.cancel(true);

    assertThat(hanging).isCancelled();
  }

  @Test
  void callAsync_allRefused_failsWithTheRefusal() {
    openaiCircuit.forceOpen(Directive.by("ana"));
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .targetAsync("openai", openai, request -> new CompletableFuture<>())
            .build();

    assertThat(failover.callAsync(CallOptions.none(), "hi"))
        .failsWithin(ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(CallRejectedException.class);
  }

  @Test
  void call_targetsOfAKey_failOverForThatKeyAlone() {
    KeyedPipeline<String, String> byTenant =
        Pipeline.<String>named("openai")
            .time(time)
            .circuitBreaker(tripOn(consecutiveFailures(2)))
            .keyed();
    byTenant.forKey("ana").circuitBreaker().orElseThrow().forceOpen(Directive.by("ana"));

    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .affinity(tenant -> tenant)
            .target("openai", byTenant::forKey, tenant -> tenant + " by openai")
            .target("anthropic", anthropic, tenant -> tenant + " by anthropic")
            .build();

    assertThat(failover.call("ana")).isEqualTo("ana by anthropic");
    assertThat(failover.call("ben")).isEqualTo("ben by openai");
  }

  @Test
  void callAsync_ofATargetThatIsToldItsOptions_knowsItsShareOfTheDeadline() {
    List<Duration> shares = new ArrayList<>();
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .deadline(ofSeconds(20))
            .targetAsync(
                "openai",
                request -> openai,
                (options, request) -> {
                  shares.add(options.deadline().remaining());
                  return CompletableFuture.failedFuture(new IOException("down"));
                })
            .targetAsync(
                "anthropic",
                request -> anthropic,
                (options, request) -> {
                  shares.add(options.deadline().remaining());
                  return CompletableFuture.completedFuture("hi");
                })
            .build();

    assertThat(failover.callAsync("request")).isCompletedWithValue("hi");
    assertThat(shares).containsExactly(ofSeconds(10), ofSeconds(20));
  }

  @Test
  void targetThatGivesNoPipeline_endsTheRequest() {
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .targetAsync(
                "openai",
                request -> {
                  throw new IllegalArgumentException("no tenant");
                },
                (options, request) -> CompletableFuture.completedFuture("hi"))
            .build();

    assertThat(failover.callAsync("request"))
        .failsWithin(ZERO)
        .withThrowableThat()
        .withRootCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void build_targetsThatDontFit_areRefused() {
    Pipeline<String> withFallback = Pipeline.<String>named("a").fallback(() -> "b").build();

    assertThatThrownBy(() -> both().target("third", withFallback, request -> request))
        .hasMessageContaining("give the fallback to the failover");
    assertThatThrownBy(() -> both().target("openai", openai, request -> request))
        .hasMessage("there is a target openai already");
    assertThatThrownBy(
            () -> both().targetAsync("third", openai, request -> new CompletableFuture<>()))
        .hasMessageContaining("all be blocking or all be asynchronous");
    assertThatThrownBy(() -> Failover.<String, String>named("completion").build())
        .hasMessage("a failover needs a target");
    assertThatThrownBy(() -> both().failBackAfter(ofMinutes(2)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("failBackAfter is about sessions: add affinity, or leave it out");
    assertThatThrownBy(() -> both().build().callAsync(CallOptions.none(), "hi"))
        .hasMessage("the targets of completion need call or execute");
  }

  @Test
  void execute_pipelineOfATarget_tripsOnItsOwn() {
    Failover<String, String> failover =
        Failover.<String, String>named("completion")
            .time(time)
            .target(
                "openai",
                Pipeline.<String>named("openai")
                    .time(time)
                    .circuitBreaker(tripOn(consecutiveFailures(2)))
                    .build(),
                this::askOpenai)
            .target("anthropic", anthropic, this::askAnthropic)
            .build();
    openaiFails = new IOException("reset");

    for (int request = 0; request < 4; request++) {
      var unused = failover.call("hi");
    }

    assertThat(asked)
        .containsExactly("openai", "anthropic", "openai", "anthropic", "anthropic", "anthropic");
  }
}
