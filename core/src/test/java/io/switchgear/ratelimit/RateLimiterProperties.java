// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.ratelimit.LimiterModel.Bucket;
import io.switchgear.ratelimit.LimiterModel.Counters;
import io.switchgear.ratelimit.LimiterModel.Log;
import io.switchgear.ratelimit.LimiterModel.Pipe;
import io.switchgear.ratelimit.LimiterModel.Supply;
import io.switchgear.ratelimit.LimiterModel.Window;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random sequences of events: the limiter does what the plain model does, after every event. */
class RateLimiterProperties {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int MAX_WAITING = 4;

  static Stream<Arguments> buckets() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    return Stream.of(
        Arguments.of(erp.tokenBucket(10, SECOND, 3), new Bucket(3, 100_000_000)),
        // The interval is rounded up here: 1/7 s is 142,857,142.857… ns.
        Arguments.of(erp.tokenBucket(7, SECOND, 5), new Bucket(5, 142_857_143)),
        Arguments.of(erp.tokenBucket(200, Duration.ofMinutes(1), 20), new Bucket(20, 300_000_000)),
        Arguments.of(erp.tokenBucket(999_999, SECOND, 1), new Bucket(1, 1_001)));
  }

  static Stream<Arguments> windows() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    return Stream.of(
        Arguments.of(erp.fixedWindow(5, SECOND), new Window(5, 1_000_000_000)),
        Arguments.of(erp.fixedWindow(1, SECOND.dividedBy(7)), new Window(1, 142_857_142)));
  }

  static Stream<Arguments> pipes() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    return Stream.of(
        Arguments.of(erp.leakyBucket(10, SECOND, 3), new Pipe(3, 100_000_000)),
        Arguments.of(erp.leakyBucket(7, SECOND, 20), new Pipe(20, 142_857_143)),
        Arguments.of(erp.leakyBucket(999_999, SECOND, 1), new Pipe(1, 1_001)));
  }

  static Stream<Arguments> logs() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    return Stream.of(
        Arguments.of(erp.slidingWindowLog(5, SECOND), new Log(5, 1_000_000_000)),
        Arguments.of(erp.slidingWindowLog(20, SECOND), new Log(20, 1_000_000_000)),
        Arguments.of(erp.slidingWindowLog(1, SECOND.dividedBy(7)), new Log(1, 142_857_142)));
  }

  static Stream<Arguments> counters() {
    RateLimiterConfig.Named erp = RateLimiter.named("erp");
    return Stream.of(
        Arguments.of(erp.slidingWindow(5, SECOND), new Counters(5, 1_000_000_000)),
        Arguments.of(erp.slidingWindow(23, SECOND), new Counters(23, 1_000_000_000)),
        Arguments.of(erp.slidingWindow(3, SECOND.dividedBy(7)), new Counters(3, 142_857_142)),
        Arguments.of(erp.slidingWindow(1, SECOND), new Counters(1, 1_000_000_000)));
  }

  @ParameterizedTest
  @MethodSource({"buckets", "windows", "pipes", "logs", "counters"})
  void randomEvents_limiterDoesWhatTheModelDoes(RateLimiterConfig config, Supply supply) {
    long meanNanos = config.per().toNanos() / config.limit();
    SeededSequences.of(random -> event(random, config.burst(), meanNanos))
        .maxLength(80)
        .runs(200)
        .check(events -> new Run(config, supply).play(events));
  }

  @ParameterizedTest
  @MethodSource("buckets")
  void randomEvents_bucketNeverGivesMoreThanBurstAndRateOverAnyInterval(
      RateLimiterConfig config, Supply supply) {
    long meanNanos = config.per().toNanos() / config.limit();
    SeededSequences.of(random -> event(random, config.burst(), meanNanos))
        .runs(200)
        .check(
            events -> {
              Run run = new Run(config, supply);
              run.play(events);
              recount(run.granted, config);
            });
  }

  @ParameterizedTest
  @MethodSource("pipes")
  void randomEvents_pipeNeverGivesMoreThanRateAndOneCallOverAnyInterval(
      RateLimiterConfig config, Supply supply) {
    checkIntervals(
        config,
        supply,
        (granted, from, to) -> {
          int allButTheLast = from == to ? 0 : count(granted, from, to - 1);
          BigInteger rate = BigInteger.valueOf(config.limit());
          assertThat(BigInteger.valueOf(allButTheLast).multiply(per(config)))
              .isLessThanOrEqualTo(BigInteger.valueOf(to - from).multiply(rate));
        });
  }

  @ParameterizedTest
  @MethodSource("logs")
  void randomEvents_logNeverGivesMoreThanTheLimitOverAnyWindow(
      RateLimiterConfig config, Supply supply) {
    checkIntervals(
        config,
        supply,
        (granted, from, to) -> {
          if (to - from < config.per().toNanos()) {
            assertThat(count(granted, from, to)).isLessThanOrEqualTo(config.limit());
          }
        });
  }

  /** Fault 10 of the usual limiter: twice the limit across an edge. */
  @ParameterizedTest
  @MethodSource("counters")
  void randomEvents_countersNeverGiveTwiceTheLimitOverAnyWindow(
      RateLimiterConfig config, Supply supply) {
    checkIntervals(
        config,
        supply,
        (granted, from, to) -> {
          if (to - from <= config.per().toNanos()) {
            BigInteger share = per(config).add(BigInteger.valueOf(to - from));
            assertThat(BigInteger.valueOf(count(granted, from, to)).multiply(per(config)))
                .isLessThanOrEqualTo(share.multiply(BigInteger.valueOf(config.limit())));
          }
        });
  }

  private static void checkIntervals(RateLimiterConfig config, Supply supply, Bound bound) {
    long meanNanos = config.per().toNanos() / config.limit();
    SeededSequences.of(random -> event(random, config.burst(), meanNanos))
        .runs(100)
        .check(
            events -> {
              Run run = new Run(config, supply);
              run.play(events);
              for (long from : run.granted.keySet()) {
                for (long to : run.granted.tailMap(from, true).keySet()) {
                  bound.check(run.granted, from, to);
                }
              }
            });
  }

  /** What must hold for all permits from one grant to another. */
  private interface Bound {
    void check(NavigableMap<Long, Integer> granted, long from, long to);
  }

  private static int count(NavigableMap<Long, Integer> granted, long from, long to) {
    return granted.subMap(from, true, to, true).values().stream().mapToInt(n -> n).sum();
  }

  private static BigInteger per(RateLimiterConfig config) {
    return BigInteger.valueOf(config.per().toNanos());
  }

  @ParameterizedTest
  @MethodSource({"buckets", "windows", "pipes", "logs", "counters"})
  void retryAfter_whateverHappenedBefore_isExactToTheNanosecond(
      RateLimiterConfig config, Supply supply) {
    long meanNanos = config.per().toNanos() / config.limit();
    SeededSequences.of(random -> event(random, config.burst(), meanNanos))
        .maxLength(40)
        .runs(100)
        .check(
            events -> {
              Run run = new Run(config.maxWaiting(0), supply);
              events.forEach(event -> run.limiter.tryAcquire(event.permits()));
              for (Event event : events) {
                run.time.advance(Duration.ofNanos(event.nanos()));
                Decision decision = run.limiter.tryAcquire(event.permits());
                if (!decision.allowed()) {
                  run.time.advance(decision.retryAfter().minusNanos(1));
                  assertThat(run.limiter.tryAcquire(event.permits()).retryAfter())
                      .isEqualTo(Duration.ofNanos(1));
                  run.time.advance(Duration.ofNanos(1));
                  assertThat(run.limiter.tryAcquire(event.permits()).allowed()).isTrue();
                }
              }
            });
  }

  /**
   * In whole numbers: permits × per ≤ burst × per + time × limit, from each grant to each other.
   */
  private static void recount(NavigableMap<Long, Integer> granted, RateLimiterConfig config) {
    BigInteger per = BigInteger.valueOf(config.per().toNanos());
    BigInteger limit = BigInteger.valueOf(config.limit());
    BigInteger burst = BigInteger.valueOf(config.burst()).multiply(per);
    for (long from : granted.keySet()) {
      BigInteger permits = BigInteger.ZERO;
      for (Map.Entry<Long, Integer> grant : granted.tailMap(from, true).entrySet()) {
        permits = permits.add(BigInteger.valueOf(grant.getValue()));
        BigInteger rate = BigInteger.valueOf(grant.getKey() - from).multiply(limit);
        assertThat(permits.multiply(per)).isLessThanOrEqualTo(burst.add(rate));
      }
    }
  }

  /** What happens; {@code pick} chooses among those who wait. */
  private record Event(Kind kind, int permits, int pick, long nanos) {}

  private enum Kind {
    TRY,
    WAIT,
    CANCEL,
    ADVANCE
  }

  private static Event event(SplittableRandom random, int maxPermits, long meanNanos) {
    int permits = random.nextInt(3) == 0 ? 1 + random.nextInt(maxPermits) : 1;
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    long nanos =
        switch (random.nextInt(4)) {
          case 0 -> random.nextInt(3);
          case 1 -> meanNanos + random.nextInt(3) - 1;
          case 2 -> random.nextLong(meanNanos + 1);
          default -> random.nextLong(10 * meanNanos);
        };
    return new Event(kind, permits, random.nextInt(100), nanos);
  }

  /** The limiter and the model side by side. */
  private static final class Run {
    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<Decision>> futures = new ArrayList<>();
    private final List<Integer> served = new ArrayList<>();
    private final NavigableMap<Long, Integer> granted = new TreeMap<>();
    private final RateLimiter limiter;
    private final LimiterModel model;

    Run(RateLimiterConfig config, Supply supply) {
      this.limiter = config.maxWaiting(MAX_WAITING).time(time).build();
      this.model = new LimiterModel(supply.copy(), MAX_WAITING);
    }

    void play(List<Event> events) {
      for (Event event : events) {
        switch (event.kind()) {
          case TRY -> tryAcquire(event.permits());
          case WAIT -> join(event.permits(), event.nanos());
          case CANCEL -> cancel(event.pick());
          case ADVANCE -> {
            time.advance(Duration.ofNanos(event.nanos()));
            model.advance(event.nanos());
          }
        }
        assertThat(limiter.waiting()).isEqualTo(model.waiting().size());
        assertThat(limiter.remaining()).isEqualTo(model.remaining());
        assertThat(served).isEqualTo(model.served());
        assertThat(time.scheduledTasks()).isEqualTo(model.waiting().isEmpty() ? 0 : 1);
      }
    }

    private void tryAcquire(int permits) {
      long wait = model.waitNanos(permits);

      Decision decision = limiter.tryAcquire(permits);

      assertThat(decision.retryAfter()).isEqualTo(Duration.ofNanos(wait));
      assertThat(decision.allowed()).isEqualTo(model.tryTake(permits));
      if (decision.allowed()) {
        record(permits);
      }
    }

    private void join(int permits, long maxWaitNanos) {
      int id = futures.size();
      boolean atOnce = model.tryTake(permits);
      boolean waits = !atOnce && model.join(id, permits, maxWaitNanos);

      var future = limiter.acquireAsync(permits, Duration.ofNanos(maxWaitNanos));

      futures.add(future);
      assertThat(future.isDone()).isEqualTo(!waits);
      assertThat(future.isCompletedExceptionally()).isEqualTo(!waits && !atOnce);
      if (atOnce) {
        record(permits);
      } else if (waits) {
        var unused =
            future.thenAccept(
                decision -> {
                  served.add(id);
                  record(permits);
                });
      }
    }

    private void cancel(int pick) {
      if (!model.waiting().isEmpty()) {
        int id = model.waiting().get(pick % model.waiting().size());
        model.cancel(id);
        assertThat(futures.get(id).cancel(false)).isTrue();
      }
    }

    private void record(int permits) {
      granted.merge(time.nanoTime(), permits, Integer::sum);
    }
  }
}
