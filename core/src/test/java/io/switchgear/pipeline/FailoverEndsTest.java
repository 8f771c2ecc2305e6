// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.hedge.Hedge;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** How requests over several targets end that none of them answered, or in an unusual way. */
class FailoverEndsTest {
  private static final CallOptions NONE = CallOptions.none();

  private final VirtualTime time = new VirtualTime();
  private final Pipeline<String> plain = Pipeline.<String>named("plain").time(time).build();

  private FailoverConfig<String, String> failover() {
    return Failover.<String, String>named("completion").time(time);
  }

  private Pipeline<String> closed() {
    CircuitBreaker circuit = CircuitBreaker.named("closed").time(time).build();
    circuit.forceOpen(Directive.by("ana"));
    return Pipeline.<String>named("closed").time(time).circuitBreaker(circuit).build();
  }

  private Pipeline<String> withoutTimer() {
    return Pipeline.<String>named("timeless")
        .time(new RefusingTime(time))
        .timeout(ofSeconds(1))
        .build();
  }

  @Test
  void targetFailsWithAnError_theFutureFailsWithIt() {
    StackOverflowError defect = new StackOverflowError("deep");
    var failover =
        failover()
            .targetAsync("one", plain, request -> CompletableFuture.failedFuture(defect))
            .build();

    assertThatThrownBy(failover.executeAsync(NONE, "hi")::join).hasCause(defect);
    assertThatThrownBy(failover.callAsync(NONE, "hi")::join).hasCause(defect);
  }

  @Test
  void deadlineOverBefore_isTheFailoversOwnRefusal() {
    var failover = failover().target("one", plain, request -> "ok").build();
    CallOptions late = NONE.deadline(Deadline.after(ZERO, time));

    assertThat(failover.execute(late, "hi").error())
        .get()
        .isInstanceOfSatisfying(
            DeadlineOverException.class, e -> assertThat(e.name()).isEqualTo("completion"));
  }

  @Test
  void withoutADeadline_targetsHaveNoneEither() {
    List<Boolean> none = new ArrayList<>();
    var failover =
        failover()
            .targetAsync(
                "one",
                request -> plain,
                (options, request) -> {
                  none.add(options.deadline().isNone());
                  return CompletableFuture.completedFuture("ok");
                })
            .targetAsync("two", plain, request -> CompletableFuture.completedFuture("two"))
            .build();

    assertThat(failover.callAsync("hi")).isCompletedWithValue("ok");
    assertThat(none).containsExactly(true);
  }

  @Test
  void oneBrokenAndOneRefused_isNotARefusal() {
    var failover =
        failover()
            .target("one", withoutTimer(), request -> "ok")
            .target("two", closed(), request -> "ok")
            .build();

    assertThatThrownBy(() -> failover.call("hi"))
        .isInstanceOf(FailoverException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void asynchronousTargets_blockingForms_areRefused() {
    var failover =
        failover()
            .targetAsync("one", plain, request -> CompletableFuture.completedFuture("ok"))
            .build();

    assertThatThrownBy(() -> failover.call("hi"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the targets of completion need the asynchronous forms");
  }

  @Test
  void failover_saysWhatItIs() {
    var failover =
        failover()
            .target("one", plain, request -> "ok")
            .target("two", plain, request -> "ok")
            .build();

    assertThat(failover).hasToString("completion: one, then two");
  }

  @Test
  void answerOfAHedgedTarget_isKeptForWorseTimes() {
    AnswerCache<String, String> cache =
        AnswerCache.named("completion").freshFor(ofMinutes(60)).time(time).build();
    CompletableFuture<String> slow = new CompletableFuture<>();
    CompletableFuture<String> quick = new CompletableFuture<>();
    Queue<CompletableFuture<String>> attempts = new ArrayDeque<>(List.of(slow, quick));
    IOException down = new IOException("down");
    var hedge = Hedge.named("one").after(ofMillis(300)).idempotent(true).time(time);
    var hedged = Pipeline.<String>named("one").time(time).hedge(hedge).build();
    var failover =
        failover()
            .targetAsync(
                "one",
                hedged,
                request ->
                    attempts.isEmpty() ? CompletableFuture.failedFuture(down) : attempts.remove())
            .otherwiseStale(cache, ofMinutes(5))
            .build();
    CompletableFuture<String> answer = failover.callAsync("hi");
    time.advance(ofMillis(300));
    quick.complete("quick");
    assertThat(answer).isCompletedWithValue("quick");
    assertThat(slow).isCancelled();

    CompletableFuture<Outcome<String>> stale = failover.executeAsync(NONE, "hi");

    assertThat(stale.join().source()).isEqualTo(Source.CACHE);
    assertThat(stale.join().value()).isEqualTo("quick");
  }
}
