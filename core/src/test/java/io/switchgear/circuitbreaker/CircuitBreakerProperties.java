// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.BreakerModel.Result;
import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Throttled;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random sequences of events: the breaker does what the plain model does, after every event. */
class CircuitBreakerProperties {
  private static final Assessment[] READINGS = {
    Assessment.of(Verdict.SUCCESS),
    Assessment.of(Verdict.SUCCESS),
    Assessment.of(Verdict.IGNORED),
    Assessment.of(Verdict.FAILURE),
    Assessment.of(Verdict.THROTTLED),
    Assessment.hold()
  };

  private static final Duration HOLD_FOR = Duration.ofMillis(60);

  static Stream<Arguments> settings() {
    CircuitBreakerConfig base =
        CircuitBreaker.named("erp")
            .coolDown(Duration.ofMillis(100))
            .holdFor(HOLD_FOR)
            .trialTimeout(Duration.ofMillis(70));
    return Stream.of(
        Arguments.of(base.tripOn(consecutiveFailures(3)), consecutive(3, Long.MAX_VALUE)),
        Arguments.of(
            base.tripOn(consecutiveFailures(3).within(Duration.ofMillis(40)))
                .throttled(Throttled.TRIP)
                .trialCalls(2),
            consecutive(3, Duration.ofMillis(40).toNanos())),
        Arguments.of(
            base.tripOn(failureRate(0.5, 6, 4)).trialCalls(3).throttled(Throttled.IGNORE),
            rate(0.5, 6, 4)),
        Arguments.of(
            base.tripOn(consecutiveFailures(4), failureRate(0.6, 10, 5))
                .trialCalls(3)
                .successThreshold(2)
                .trialTimeout(Duration.ofMillis(400)),
            consecutive(4, Long.MAX_VALUE).or(rate(0.6, 10, 5))),
        Arguments.of(
            base.tripOn(TripRule.failures(3, Duration.ofMillis(200)))
                .trialCalls(2)
                .throttled(Throttled.HOLD),
            failuresWithin(3, Duration.ofMillis(200).toNanos())),
        Arguments.of(
            base.tripOn(failureRate(0.5, 100, 8)).trialCalls(2).throttled(Throttled.TRIP),
            rate(0.5, 100, 8)),
        Arguments.of(
            base.tripOn(failureRate(0.5, Duration.ofMillis(320), 4)), timedRate(0.5, 320, 4)),
        Arguments.of(
            base.tripOn(failureRate(1.0, 1, 1))
                .trialCalls(1)
                .successThreshold(3)
                .trialTimeout(Duration.ofMillis(250)),
            rate(1.0, 1, 1)));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void randomEvents_breakerDoesWhatTheModelDoes(
      CircuitBreakerConfig config, Predicate<List<Result>> trips) {
    SeededSequences.of(CircuitBreakerProperties::event)
        .maxLength(80)
        .runs(600)
        .check(events -> new Run(config, trips).play(events));
  }

  private static Predicate<List<Result>> consecutive(int failures, long withinNanos) {
    return results -> {
      if (results.size() < failures) {
        return false;
      }
      List<Result> last = results.subList(results.size() - failures, results.size());
      boolean allFailed = last.stream().allMatch(Result::failed);
      return allFailed && last.get(failures - 1).at() - last.get(0).at() <= withinNanos;
    };
  }

  private static Predicate<List<Result>> rate(double ratio, int lastCalls, int minCalls) {
    return results -> {
      int from = Math.max(0, results.size() - lastCalls);
      List<Result> last = results.subList(from, results.size());
      long failed = last.stream().filter(Result::failed).count();
      return last.size() >= minCalls && (double) failed / last.size() >= ratio;
    };
  }

  private static Predicate<List<Result>> failuresWithin(int failures, long withinNanos) {
    return results -> {
      List<Result> failed = results.stream().filter(Result::failed).toList();
      boolean now = !results.isEmpty() && results.get(results.size() - 1).failed();
      int first = failed.size() - failures;
      return now
          && first >= 0
          && failed.get(failed.size() - 1).at() - failed.get(first).at() <= withinNanos;
    };
  }

  /** Results count while their sixteenth of the window is one of the latest sixteen. */
  private static Predicate<List<Result>> timedRate(double ratio, int windowMillis, int minCalls) {
    long slice = Duration.ofMillis(windowMillis).toNanos() / 16;
    return results -> {
      long now = results.get(results.size() - 1).at() / slice;
      List<Result> last = results.stream().filter(r -> now - r.at() / slice < 16).toList();
      long failed = last.stream().filter(Result::failed).count();
      return last.size() >= minCalls && (double) failed / last.size() >= ratio;
    };
  }

  /** What happens; {@code pick} chooses among the permits that are held. */
  private record Event(Kind kind, int pick, Assessment reading, int millis) {}

  private enum Kind {
    ADMIT,
    SETTLE,
    RELEASE,
    ADVANCE,
    FORCE_OPEN,
    RESTRICT,
    LIFT,
    RESET
  }

  private static final Kind[] ORDERS = {
    Kind.RESTRICT, Kind.RESTRICT, Kind.LIFT, Kind.LIFT, Kind.FORCE_OPEN, Kind.RESET
  };

  private static Event event(SplittableRandom random) {
    int dice = random.nextInt(100);
    Kind kind =
        dice < 42
            ? Kind.ADMIT
            : dice < 80
                ? Kind.SETTLE
                : dice < 84 ? Kind.RELEASE : dice < 94 ? Kind.ADVANCE : ORDERS[dice - 94];
    // Failures come in bunches, or no rule would ever trip.
    Assessment reading =
        random.nextInt(3) > 0
            ? Assessment.of(Verdict.FAILURE)
            : READINGS[random.nextInt(READINGS.length)];
    // No wait is as good as any.
    int millis = Math.max(0, random.nextInt(150) - 20);
    return new Event(kind, random.nextInt(1_000), reading, millis);
  }

  /** One sequence, played to the breaker and to the model. */
  private static final class Run {
    private final VirtualTime time = new VirtualTime();
    private final CircuitBreaker breaker;
    private final BreakerModel model;
    private final List<Permit> permits = new ArrayList<>();
    private final List<BreakerModel.Ticket> tickets = new ArrayList<>();
    private final int trialCalls;
    private int numbers;
    private int admitted;

    Run(CircuitBreakerConfig config, Predicate<List<Result>> trips) {
      this.breaker = config.time(time).build();
      this.trialCalls = config.trialCalls();
      this.model = new BreakerModel(config, trips, HOLD_FOR);
    }

    void play(List<Event> events) {
      for (Event event : events) {
        long now = time.nanoTime();
        model.tick(now);
        play(event, now);
        model.tick(time.nanoTime());
        assertThat(breaker.state()).as("after %s", event).isEqualTo(model.state());
        assertThat(breaker.snapshot().generation()).isEqualTo(model.period());
        assertThat(breaker.snapshot().trialsOut()).isEqualTo(model.trialsOut());
        assertThat(model.trialsRunning(time.nanoTime())).isLessThanOrEqualTo(trialCalls);
        checkCounts();
      }
    }

    private void play(Event event, long now) {
      switch (event.kind()) {
        case ADMIT -> admit(now);
        case SETTLE -> settle(event, now);
        case RELEASE -> release(event);
        case ADVANCE -> time.advance(Duration.ofMillis(event.millis()));
        case FORCE_OPEN -> {
          breaker.forceOpen(Directive.by("test").forAtMost(Duration.ofMillis(50)));
          model.forceOpen(now + Duration.ofMillis(50).toNanos());
        }
        case RESTRICT -> restrict(event, now);
        case LIFT -> {
          boolean current = event.pick() % 4 > 0;
          assertThat(speak(current, Restriction.none())).isEqualTo(current);
          if (current) {
            model.lift(now);
          }
        }
        case RESET -> {
          breaker.reset(Directive.by("test"));
          model.reset();
        }
      }
    }

    private void admit(long now) {
      BreakerModel.Ticket expected = model.admit(now, ++numbers);
      Admission admission = breaker.admit();
      assertThat(admission instanceof Permit).isEqualTo(expected != null);
      if (admission instanceof Permit permit && expected != null) {
        admitted++;
        permits.add(permit);
        tickets.add(expected);
      } else {
        CircuitRejection rejection = (CircuitRejection) admission;
        boolean held = model.isHeld(now) && model.state() != CircuitState.FORCED_OPEN;
        assertThat(rejection.retryAfter()).isPositive();
        assertThat(rejection.reason() == RejectionReason.HELD).isEqualTo(held);
      }
    }

    private void restrict(Event event, long now) {
      Duration wait = Duration.ofMillis(event.millis() + 1);
      boolean trials = event.pick() % 2 == 0;
      boolean current = event.pick() % 4 > 0;
      Restriction said = trials ? Restriction.halfOpenAfter(wait) : Restriction.openFor(wait);
      assertThat(speak(current, said)).isEqualTo(current);
      if (current) {
        model.restrict(now + wait.toNanos(), trials, now);
      }
    }

    private boolean speak(boolean current, Restriction said) {
      int generation = breaker.snapshot().generation() + (current ? 0 : 1);
      return breaker.restrict(generation, said, Directive.by("test"));
    }

    private void settle(Event event, long now) {
      if (permits.isEmpty()) {
        return;
      }
      int index = event.pick() % permits.size();
      Duration wait = Duration.ofMillis(event.millis());
      Assessment assessment = event.reading().retryAfter(wait);
      permits.remove(index).settle(assessment);
      model.settle(tickets.remove(index), assessment, now);
    }

    private void release(Event event) {
      if (!permits.isEmpty()) {
        int index = event.pick() % permits.size();
        permits.remove(index).release();
        model.release(tickets.remove(index));
      }
    }

    private void checkCounts() {
      CircuitStats stats = breaker.stats();
      assertThat(stats.calls().late()).isEqualTo(model.late());
      assertThat(stats.permits().expired()).isEqualTo(model.expired());
      // A trial that has expired was taken back; its holder here just doesn't know it.
      long out = tickets.stream().filter(t -> t.trial() == 0 || model.isOut(t)).count();
      CircuitStats.Permits counts = stats.permits();
      assertThat(counts.settled() + counts.released() + counts.expired() + out)
          .as("permits conserve")
          .isEqualTo(admitted);
    }
  }
}
