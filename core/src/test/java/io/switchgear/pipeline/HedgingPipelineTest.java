// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.hedge.HedgeConfig;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HedgingPipelineTest {
  private final VirtualTime time = new VirtualTime();
  private final long startNanos = time.nanoTime();
  private final Script script = new Script(time);
  private final HedgeConfig hedge =
      Hedge.named("rates").after(ofMillis(300)).idempotent(true).budget(AttemptBudget.unlimited());
  private final CircuitBreaker circuit = CircuitBreaker.named("rates").time(time).build();
  private final Bulkhead bulkhead = Bulkhead.named("rates").maxConcurrent(2).time(time).build();
  private final PipelineConfig<String> rates = Pipeline.<String>named("rates").time(time);

  @AfterEach
  void leaveNothingBehind() {
    assertThat(time.scheduledTasks()).isZero();
    assertThat(bulkhead.inUse()).isZero();
  }

  private Outcome<String> execute(PipelineConfig<String> config) {
    CompletableFuture<Outcome<String>> outcome =
        config.build().executeAsync(CallOptions.none(), script::start);
    while (!outcome.isDone() && time.advanceToNextTask()) {
      // The next task may be the one that ends the call.
    }
    return outcome.join();
  }

  @Test
  void cancel_whileASecondAttemptWaitsForThePlaceOfTheFirst_makesNoFurtherCall() {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).maxQueued(1).time(time).build();
    script.takes(ofSeconds(10), "slow").takes(ofSeconds(10), "slow");
    CompletableFuture<String> call =
        rates.hedge(hedge).bulkhead(one).build().callAsync(script::start);
    time.advance(ofMillis(300));
    assertThat(one.queued()).isEqualTo(1);

    call.cancel(true);

    assertThat(script.attempts()).isEqualTo(1);
    assertThat(one.inUse()).isZero();
    time.advance(ofSeconds(10));
  }

  @Test
  void executeAsync_firstWinsWhileTheSecondWaitsForItsPlace_makesNoFurtherCall() {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).maxQueued(1).time(time).build();
    script.takes(ofSeconds(1), "first").takes(ofSeconds(1), "second");

    Outcome<String> outcome = execute(rates.hedge(hedge).bulkhead(one));

    assertThat(outcome.value()).isEqualTo("first");
    assertThat(script.attempts()).isEqualTo(1);
    assertThat(one.inUse()).isZero();
    assertThat(one.queued()).isZero();
  }

  @Test
  void executeAsync_firstFailsWhileTheSecondWaitsForItsPlace_secondOneAnswers() {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).maxQueued(1).time(time).build();
    List<CompletableFuture<String>> attempts = new ArrayList<>();
    CompletableFuture<String> call =
        rates
            .hedge(hedge)
            .bulkhead(one)
            .build()
            .callAsync(
                () -> {
                  attempts.add(new CompletableFuture<>());
                  return attempts.get(attempts.size() - 1);
                });
    time.advance(ofMillis(300));
    assertThat(one.queued()).isEqualTo(1);

    attempts.get(0).completeExceptionally(new IOException("reset"));
    attempts.get(1).complete("second");

    assertThat(call).isCompletedWithValue("second");
    assertThat(one.inUse()).isZero();
  }

  @Test
  void call_firstWinsWhileTheSecondWaitsForItsPlace_makesNoFurtherCall() throws Exception {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).maxQueued(1).time(time).build();
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicInteger made = new AtomicInteger();

    String answer =
        rates
            .hedge(hedge.executor(threads))
            .bulkhead(one)
            .build()
            .call(
                () -> {
                  if (made.incrementAndGet() == 1) {
                    waitUntilAnotherQueues(one);
                  }
                  return "attempt " + made;
                });
    threads.shutdown();

    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(answer).isEqualTo("attempt 1");
    assertThat(made).hasValue(1);
    assertThat(one.inUse()).isZero();
  }

  @Test
  void execute_executorDropsTheTask_endsAtTheTimeout() {
    HedgeConfig dropping = hedge.executor(task -> time.advance(ofMillis(200)));

    Outcome<String> outcome =
        rates
            .hedge(dropping)
            .circuitBreaker(circuit)
            .bulkhead(bulkhead)
            .timeout(ofMillis(200))
            .build()
            .execute(() -> "never");

    assertThat(outcome.error().orElseThrow()).isInstanceOf(RejectedExecutionException.class);
    assertThat(outcome.attempts()).isZero();
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(200));
    assertThat(circuit.stats().calls().byVerdict().values()).containsOnly(0L);
  }

  /** The timer of the second attempt is set after the first has begun, by another thread. */
  private void waitUntilAnotherQueues(Bulkhead bulkhead) {
    while (bulkhead.queued() == 0) {
      passTheDelay();
    }
  }

  /** Beyond the delay there is only the end of the second one's wait for its thread. */
  private void passTheDelay() {
    if (time.nanoTime() - startNanos < ofMillis(300).toNanos()) {
      time.advanceToNextTask();
    }
    Thread.onSpinWait();
  }

  @Test
  void executeAsync_slowAttempt_isOvertakenByASecond() {
    script.takes(ofSeconds(10), "slow").takes(ofMillis(100), "quick");

    Outcome<String> outcome =
        execute(rates.hedge(hedge).circuitBreaker(circuit).bulkhead(bulkhead));

    assertThat(outcome.value()).isEqualTo("quick");
    assertThat(outcome.verdict()).as("that of the answer").isEqualTo(Verdict.SUCCESS);
    assertThat(outcome.elapsed()).isEqualTo(ofMillis(400));
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.SUCCESS)).isEqualTo(1);
    assertThat(circuit.stats().permits().released()).isEqualTo(1);
  }

  @Test
  void executeAsync_secondAttemptRefused_firstOneDecides() {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).time(time).build();
    script.takes(ofSeconds(1), "slow");

    Outcome<String> outcome = execute(rates.hedge(hedge).bulkhead(one));

    assertThat(outcome.value()).isEqualTo("slow");
    assertThat(outcome.attempts()).isEqualTo(1);
  }

  @Test
  void call_secondAttemptRefused_firstOneDecides() throws Exception {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).time(time).build();
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicInteger ended = new AtomicInteger();
    HedgeConfig counting =
        hedge.executor(
            task ->
                threads.execute(
                    () -> {
                      task.run();
                      ended.incrementAndGet();
                    }));

    Outcome<String> outcome =
        rates
            .hedge(counting)
            .bulkhead(one)
            .build()
            .execute(
                () -> {
                  while (ended.get() == 0) {
                    passTheDelay();
                  }
                  return "slow";
                });
    threads.shutdown();

    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(outcome.value()).isEqualTo("slow");
    assertThat(outcome.attempts()).isOne();
  }

  @Test
  void executeAsync_allRefused_isRefused() {
    Bulkhead one = Bulkhead.named("rates").maxConcurrent(1).time(time).build();
    one.enter(CallOptions.none());

    Outcome<String> outcome = execute(rates.hedge(hedge).bulkhead(one));

    assertThat(outcome.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
    assertThat(outcome.attempts()).isZero();
  }

  @Test
  void call_firstAttemptFails_secondOneAnswers() throws Exception {
    script.fails(new IOException("reset")).returns("ok");

    String answer =
        rates
            .hedge(hedge.executor(Runnable::run))
            .circuitBreaker(circuit)
            .build()
            .call(script::make);

    assertThat(answer).isEqualTo("ok");
    assertThat(circuit.stats().calls().byVerdict().get(Verdict.FAILURE)).isEqualTo(1);
  }

  @Test
  void call_allAttemptsFail_hasTheLastError() {
    script.fails(new IOException("first")).fails(new IOException("second"));

    Outcome<String> outcome =
        rates.hedge(hedge.executor(Runnable::run)).bulkhead(bulkhead).build().execute(script::make);

    assertThat(outcome.error()).get().hasToString("java.io.IOException: second");
    assertThat(outcome.attempts()).isEqualTo(2);
  }
}
