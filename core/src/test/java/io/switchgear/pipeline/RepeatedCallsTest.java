// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryConfig;
import io.switchgear.retry.RetryDecision;
import io.switchgear.retry.RetryEnd;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What follows the attempts of an operation, up to what its caller is told. */
@Timeout(60)
class RepeatedCallsTest {
  private static final RetryConfig THREE_ATTEMPTS =
      fixed(ofMillis(100)).noJitter().maxAttempts(3).budget(AttemptBudget.unlimited());

  private final VirtualTime time = new VirtualTime();
  private final Script script = new Script(time);
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);

  static List<Way> ways() {
    return Way.all();
  }

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void allAttemptsFail_theLastErrorIsToldOf(Way way) throws Exception {
    IOException last = new IOException("third");
    script.fails(new IOException("first")).fails(new IOException("second")).fails(last);
    time.advance(ofSeconds(5));

    Outcome<String> outcome =
        way.execute(erp.retry(THREE_ATTEMPTS).build(), CallOptions.none(), script, time);

    assertThat(outcome.error()).containsSame(last);
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(200));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void successes_earnRetries(Way way) throws Exception {
    Retry retry =
        THREE_ATTEMPTS
            .budget(AttemptBudget.ofCalls(0.5).minPerSecond(0))
            .maxAttempts(2)
            .time(time)
            .build();
    Pipeline<String> pipeline = erp.retry(retry).build();
    script.returns("1").returns("2").fails(new IOException("reset")).returns("3");
    var first = way.execute(pipeline, CallOptions.none(), script, time);
    var second = way.execute(pipeline, CallOptions.none(), script, time);

    Outcome<String> repeated = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(List.of(first.value(), second.value(), repeated.value()))
        .containsExactly("1", "2", "3");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void listener_isToldOfEachAttemptOfACallThatTookSeveral(Way way) throws Exception {
    Retry retry = THREE_ATTEMPTS.time(time).build();
    List<String> told = new ArrayList<>();
    var unused = retry.onDecision(decision -> told.add(word(decision)));
    script.fails(new IOException("reset")).returns("ok");

    var outcome = way.execute(erp.retry(retry).build(), CallOptions.none(), script, time);

    assertThat(outcome.value()).isEqualTo("ok");
    assertThat(told).containsExactly("1 retry", "2 " + RetryEnd.SUCCEEDED);
  }

  private static String word(RetryDecision decision) {
    return decision.attempt() + " " + decision.end().map(RetryEnd::toString).orElse("retry");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void chanceThatThrows_isSuppressedInTheCallsError(Way way) throws Exception {
    IOException error = new IOException("reset");
    IllegalStateException broken = new IllegalStateException("no chance");
    script.fails(error);
    Pipeline<String> pipeline =
        erp.random(
                () -> {
                  throw broken;
                })
            .retry(fixed(ofMillis(100)).fullJitter())
            .build();

    Outcome<String> outcome = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(outcome.error()).containsSame(error);
    assertThat(outcome.attempts()).isOne();
    assertThat(error.getSuppressed()).containsExactly(broken);
  }

  /** Who is told of a refusal concludes that nothing was sent. */
  @ParameterizedTest
  @MethodSource("ways")
  void oneAttemptFailsAndTheNextIsRefused_theFailureIsToldOf(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);
    RateLimiter limiter =
        RateLimiter.named("erp").tokenBucket(1, Duration.ofMinutes(1), 1).time(time).build();
    Pipeline<String> pipeline = erp.retry(THREE_ATTEMPTS).rateLimiter(limiter).build();

    Outcome<String> outcome = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(outcome.error()).containsSame(error);
    assertThat(outcome.attempts()).isOne();
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(100));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void timeThatTakesNoTimers_isSuppressedInTheCallsError(Way way) throws Exception {
    IOException error = new IOException("reset");
    script.fails(error);
    Pipeline<String> pipeline = erp.time(new RefusingTime(time)).retry(THREE_ATTEMPTS).build();

    Outcome<String> outcome = way.execute(pipeline, CallOptions.none(), script, time);

    assertThat(outcome.error()).containsSame(error);
    assertThat(outcome.attempts()).isOne();
    assertThat(error.getSuppressed()).hasOnlyElementsOfType(RejectedExecutionException.class);
    assertThat(error.getSuppressed()).hasSize(1);
  }

  @Test
  void cancel_byTheSecondAttemptItself_cancelsThatOne() {
    CompletableFuture<String> hanging = new CompletableFuture<>();
    List<CompletableFuture<String>> call = new ArrayList<>();
    List<CompletableFuture<String>> attempts =
        new ArrayList<>(List.of(CompletableFuture.failedFuture(new IOException("reset")), hanging));
    call.add(
        erp.retry(THREE_ATTEMPTS)
            .build()
            .callAsync(
                () -> {
                  call.forEach(future -> future.cancel(false));
                  return attempts.remove(0);
                }));

    time.advance(ofMillis(100));

    assertThat(hanging).isCancelled();
  }

  @Test
  void cancel_byAListenerOfTheRetry_makesNoFurtherAttempt() {
    Retry retry = THREE_ATTEMPTS.time(time).build();
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> call =
        erp.retry(retry)
            .build()
            .callAsync(
                () -> {
                  script.fails(new IOException("reset"));
                  var unused = script.start();
                  return first;
                });
    var unused = retry.onDecision(decision -> call.cancel(false));

    first.completeExceptionally(new IOException("reset"));

    assertThat(call).isCancelled();
    assertThat(time.scheduledTasks()).isZero();
    assertThat(script.attempts()).isOne();
  }

  @Test
  void timerThatRunsAfterTheDeadline_makesNoFurtherAttempt() {
    IOException error = new IOException("reset");
    script.fails(error);
    Pipeline<String> pipeline =
        erp.time(new LateTime(time, ofSeconds(1))).retry(THREE_ATTEMPTS).build();
    CallOptions options = CallOptions.none().deadline(Deadline.after(ofSeconds(1), time));

    CompletableFuture<Outcome<String>> call = pipeline.executeAsync(options, script::start);
    time.advance(ofSeconds(2));

    assertThat(call.join().error()).containsSame(error);
    assertThat(script.attempts()).isOne();
  }

  /** Its timers run late. */
  private record LateTime(TimeSource time, Duration lateness) implements TimeSource {
    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }

    @Override
    public ScheduledTask schedule(Duration delay, Runnable task) {
      return time.schedule(delay.plus(lateness), task);
    }
  }
}
