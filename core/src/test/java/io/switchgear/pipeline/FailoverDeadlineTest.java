// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests whose deadline leaves less than the next target needs. */
class FailoverDeadlineTest {
  private final VirtualTime time = new VirtualTime();
  private final CircuitBreaker openaiCircuit = CircuitBreaker.named("openai").time(time).build();
  private final List<String> asked = new ArrayList<>();

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
  }

  /** A failover over a first target that fails so late and a second that answers so late. */
  private Failover<String, String> late(Duration failsAfter, Duration answersAfter) {
    return Failover.<String, String>named("completion")
        .time(time)
        .targetAsync(
            "openai",
            Pipeline.<String>named("openai").time(time).circuitBreaker(openaiCircuit).build(),
            request -> {
              CompletableFuture<String> failure = new CompletableFuture<>();
              time.schedule(
                  failsAfter, () -> failure.completeExceptionally(new IOException("reset")));
              return failure;
            })
        .targetAsync(
            "anthropic",
            Pipeline.<String>named("anthropic").time(time).build(),
            request -> {
              asked.add("anthropic");
              CompletableFuture<String> answer = new CompletableFuture<>();
              time.schedule(answersAfter, () -> answer.complete("ok"));
              return answer;
            })
        .build();
  }

  private Outcome<String> within(Failover<String, String> failover, Duration limit) {
    CallOptions options = CallOptions.none().deadline(Deadline.after(limit, time));
    CompletableFuture<Outcome<String>> outcome = failover.executeAsync(options, "hi");
    time.advance(limit);
    return outcome.join();
  }

  @Test
  void caseH6_slowFailure_andTheNextUsuallyNeedsMoreThanIsLeft_isReturnedAtOnce() {
    Failover<String, String> failover = late(ofSeconds(14), ofSeconds(20));
    assertThat(within(failover, ofSeconds(60)).sourceName()).contains("anthropic");

    Outcome<String> outcome = within(failover, ofSeconds(30));

    assertThat(outcome.error().orElseThrow()).hasMessage("reset");
    assertThat(outcome.elapsed()).isEqualTo(ofSeconds(14));
    assertThat(asked).hasSize(1);
    assertThat(within(failover, ofSeconds(36)).sourceName()).contains("anthropic");
  }

  @Test
  void usualTimeOfATarget_isForgottenAfterAMinute() {
    Failover<String, String> failover = late(ofSeconds(4), ofSeconds(10));
    assertThat(within(failover, ofSeconds(20)).sourceName()).contains("anthropic");
    assertThat(within(failover, ofSeconds(13)).sourceName()).isEmpty();

    time.advance(ofMinutes(1));

    assertThat(within(failover, ofSeconds(13)).hasValue()).isFalse();
    assertThat(asked).hasSize(2);
    time.advance(ofSeconds(10));
  }

  @Test
  void targetThatIsSlowerThanTheDeadline_isAskedWhenNobodyWasCalledBefore() {
    Failover<String, String> failover = late(ofSeconds(1), ofSeconds(10));
    assertThat(within(failover, ofSeconds(20)).sourceName()).contains("anthropic");
    openaiCircuit.forceOpen(Directive.by("ana"));

    assertThat(within(failover, ofSeconds(9)).hasValue()).isFalse();

    assertThat(asked).hasSize(2);
    time.advance(ofSeconds(10));
  }
}
