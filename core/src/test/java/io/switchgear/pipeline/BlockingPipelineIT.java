// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.core.AttemptBudget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Priority;
import io.switchgear.core.TimeSource;
import io.switchgear.hedge.Hedge;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.SeededSequences;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking calls on many threads and in real time: whatever happens, everything comes back. */
@Timeout(300)
class BlockingPipelineIT {
  private final ExecutorService callers = Executors.newFixedThreadPool(8);
  private final ExecutorService hedges = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    callers.shutdownNow();
    hedges.shutdownNow();
  }

  @Test
  void randomFaults_permitsAndPlacesConserve() {
    SeededSequences.of(SplittableRandom::nextLong)
        .maxLength(64)
        .runs(300)
        .checkSeeded((seed, calls) -> new Run(new SplittableRandom(seed)).play(calls));
  }

  /** One pipeline and all its callers. */
  private final class Run {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger reached = new AtomicInteger();
    private final AtomicInteger tooMany = new AtomicInteger();
    private final int places;

    /** A deadline may pass between an admission and the call: fewer calls then than admissions. */
    private final boolean deadlines;

    private final Bulkhead bulkhead;
    private final CircuitBreaker circuit;
    private final Pipeline<String> pipeline;

    Run(SplittableRandom random) {
      this.places = 1 + random.nextInt(4);
      this.deadlines = random.nextInt(3) == 0;
      this.bulkhead =
          Bulkhead.named("storm")
              .maxConcurrent(places)
              .maxQueued(random.nextInt(8))
              .maxWait(ofMillis(1 + random.nextInt(10)))
              .build();
      this.circuit =
          CircuitBreaker.named("storm")
              .tripOn(TripRule.failureRate(0.5, 10, 4))
              .coolDown(ofMillis(2))
              .trialCalls(1 + random.nextInt(2))
              .trialTimeout(ofMillis(30))
              .build();
      this.pipeline = pipeline(random);
    }

    private Pipeline<String> pipeline(SplittableRandom random) {
      PipelineConfig<String> config = Pipeline.named("storm");
      config = config.retry(RetryConfig.fixed(ofMillis(1)).budget(AttemptBudget.unlimited()));
      if (random.nextBoolean()) {
        config =
            config.hedge(
                Hedge.named("storm")
                    .after(ofMillis(2))
                    .idempotent(true)
                    .budget(AttemptBudget.unlimited())
                    .executor(hedges));
      }
      config = config.circuitBreaker(circuit).bulkhead(bulkhead);
      if (random.nextBoolean()) {
        config =
            config.rateLimiter(
                RateLimiter.named("storm")
                    .tokenBucket(2_000, ofMillis(1_000), 20)
                    .maxWait(ofMillis(5)));
      }
      return config.timeout(ofMillis(5)).build();
    }

    void play(List<Long> calls) {
      List<Future<?>> ended = new ArrayList<>();
      for (long call : calls) {
        ended.add(callers.submit(() -> call(new SplittableRandom(call))));
      }
      ended.forEach(BlockingPipelineIT::await);
      awaitCalm();

      assertThat(tooMany.get()).as("calls beyond the places").isZero();
      assertThat(bulkhead.queued()).isZero();
      assertThat(circuit.snapshot().trialsOut()).isZero();
      assertThat(allPermitsAreBack()).as("%s for %s", circuit.stats().permits(), reached).isTrue();
    }

    private boolean allPermitsAreBack() {
      CircuitStats.Permits permits = circuit.stats().permits();
      long more = permits.settled() + permits.released() + permits.expired() - reached.get();
      return more == 0 || (more > 0 && deadlines);
    }

    private void call(SplittableRandom random) {
      CallOptions options = CallOptions.none().priority(Priority.values()[random.nextInt(3)]);
      if (deadlines && random.nextBoolean()) {
        options =
            options.deadline(Deadline.after(ofMillis(random.nextInt(20)), TimeSource.system()));
      }
      try {
        var unused = pipeline.execute(options, () -> upstream(random.split()));
      } catch (Error expected) {
        // An outcome passes errors on.
      }
    }

    private String upstream(SplittableRandom random) throws IOException, InterruptedException {
      reached.incrementAndGet();
      if (running.incrementAndGet() > places) {
        tooMany.incrementAndGet();
      }
      try {
        return behave(random);
      } finally {
        running.decrementAndGet();
      }
    }

    private String behave(SplittableRandom random) throws IOException, InterruptedException {
      switch (random.nextInt(8)) {
        case 0 -> throw new IOException("reset");
        case 1 -> throw new IllegalStateException("defect");
        case 2 -> throw new LinkageError("defect");
        case 3 -> {
          Thread.currentThread().interrupt();
          return "interrupted by itself";
        }
        case 4, 5 -> {
          // Nobody ever gives a permit: it takes its time, or until the timeout interrupts it.
          boolean unused = new Semaphore(0).tryAcquire(random.nextInt(20), TimeUnit.MILLISECONDS);
          return "slow";
        }
        default -> {
          return "ok";
        }
      }
    }

    /** Losers of a hedged race may go on for a moment after their call has ended. */
    private void awaitCalm() {
      for (int round = 0; round < 10_000 && !isCalm(); round++) {
        BlockingPipelineIT.pause();
      }
      assertThat(bulkhead.inUse()).as("places in use").isZero();
    }

    private boolean isCalm() {
      return bulkhead.inUse() == 0 && running.get() == 0 && allPermitsAreBack();
    }
  }

  private static void pause() {
    try {
      boolean unused = new Semaphore(0).tryAcquire(1, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(Future<?> call) {
    try {
      var unused = call.get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("a call that doesn't end", e);
    }
  }
}
