// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import io.switchgear.core.CallOptions;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdicts;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The shell around a {@link Race}: begins attempts, sets timers, cancels what has lost. Whatever is
 * thrown on the way, the future completes, and only once.
 *
 * @param <T> what the call returns
 */
final class HedgedCall<T extends @Nullable Object> {
  private static final VarHandle RACE;

  static {
    try {
      RACE = MethodHandles.lookup().findVarHandle(HedgedCall.class, "race", Race.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Hedge hedge;
  private final CallOptions options;
  private final Launcher<T> launcher;
  private final List<Attempt<T>> attempts;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private final long startNanos;

  private volatile Race race;

  HedgedCall(Hedge hedge, CallOptions options, Launcher<T> launcher) {
    this.hedge = hedge;
    this.options = options;
    this.launcher = launcher;
    int limit = hedge.mayHedge(options) ? hedge.config().maxAttempts() : 1;
    this.attempts = IntStream.range(0, limit).mapToObj(Attempt<T>::new).toList();
    this.race = Race.begin(limit);
    this.startNanos = hedge.config().time().nanoTime();
  }

  CompletableFuture<T> start() {
    var unused = future.whenComplete((value, error) -> step(Race::cancelled));
    begin(attempts.get(0));
    return future;
  }

  private void step(UnaryOperator<Race> event) {
    Race before;
    Race after;
    do {
      before = race;
      after = event.apply(before);
    } while (!after.equals(before) && !RACE.compareAndSet(this, before, after));
    if (after.isOver() && !before.isOver()) {
      finish(after);
    } else if (after.begun() > before.begun()) {
      attempts.get(before.begun() - 1).cancelTimer();
      begin(attempts.get(before.begun()));
    }
  }

  private void begin(Attempt<T> attempt) {
    try {
      if (!attempt.isFirst() && !mayBegin()) {
        step(before -> before.ended(attempt.number(), AttemptEnd.SKIPPED));
        return;
      }
      attempt.cancelBy(launcher.launch(attempt.number(), outcome -> end(attempt, outcome)));
    } catch (Throwable e) {
      end(attempt, Outcome.failed(e), AttemptEnd.REFUSED);
      return;
    }
    if (race.isOver()) {
      attempt.cancel();
    } else {
      scheduleNext(attempt);
    }
  }

  private boolean mayBegin() {
    return !race.isOver() && !options.deadline().isOver() && hedge.spend();
  }

  /** A timer that can't be set costs the call its hedge and nothing else. */
  private void scheduleNext(Attempt<T> attempt) {
    int number = attempt.number();
    try {
      long delayNanos = hedge.delayNanos();
      if (!race.waitsAfter(number) || delayNanos >= options.deadline().remainingNanos()) {
        return;
      }
      Duration delay = Duration.ofNanos(delayNanos);
      Runnable task = () -> step(before -> before.delayOver(number));
      ScheduledTask timer = hedge.config().time().schedule(delay, task);
      attempt.timer(timer);
      if (!race.waitsAfter(number)) {
        timer.cancel();
      }
    } catch (RuntimeException | Error e) {
      hedge.reportTimer(e);
    }
  }

  private void end(Attempt<T> attempt, Outcome<T> outcome) {
    if (race.isOver()) {
      return;
    }
    Throwable error = outcome.error() == null ? null : Verdicts.unwrap(outcome.error());
    AttemptEnd end;
    try {
      end = AttemptEnd.of(hedge.assess(outcome.value(), error), error);
    } catch (Throwable hookError) {
      end(attempt, outcome.suppressing(hookError), AttemptEnd.NEUTRAL);
      return;
    }
    end(attempt, outcome, end);
  }

  private void end(Attempt<T> attempt, Outcome<T> outcome, AttemptEnd end) {
    if (attempt.end(outcome, end == AttemptEnd.SUCCESS)) {
      step(before -> before.ended(attempt.number(), end));
    }
  }

  /**
   * What has lost is cancelled before the result is out; the latest first, since it may stand in a
   * queue for the very place that an earlier one gives back.
   */
  private void finish(Race end) {
    attempts.forEach(Attempt::cancelTimer);
    for (int latest = attempts.size() - 1; latest >= 0; latest--) {
      attempts.get(latest).cancel();
    }
    if (end.winner() == Race.CANCELLED) {
      return;
    }
    Attempt<T> winner = attempts.get(end.winner());
    try {
      account(end, winner);
    } finally {
      complete(winner);
    }
  }

  private void account(Race end, Attempt<T> winner) {
    if (!winner.isSuccess() || attempts.size() == 1) {
      return;
    }
    hedge.earn(!winner.isFirst());
    if (winner.isFirst() || end.isRunning(0)) {
      hedge.observe(hedge.config().time().nanoTime() - startNanos);
    }
  }

  private void complete(Attempt<T> winner) {
    Outcome<T> outcome = Objects.requireNonNull(winner.outcome(), "it has ended");
    Throwable error = outcome.error();
    if (error == null) {
      future.complete(outcome.value());
      return;
    }
    for (Attempt<T> attempt : attempts) {
      Outcome<T> other = attempt.outcome();
      if (other != null && other.error() != null) {
        Outcome.suppress(error, other.error());
      }
    }
    future.completeExceptionally(error);
  }
}
