// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdicts;
import io.switchgear.hedge.Hedge;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryDecision;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one asynchronous call: they follow one another, each begun by the timer of the
 * one before. Whatever is thrown on the way, by the call or by a hook, the future completes.
 *
 * @param <T> what the call returns
 */
final class AsyncOperation<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Gates gates;
  private final CallOptions options;
  private final Supplier<? extends CompletionStage<? extends T>> call;
  private final @Nullable Trace trace;
  private final AtomicBoolean over = new AtomicBoolean();

  /** Ends with a result, with what it is instead of one, or by cancellation; never fails. */
  private final CompletableFuture<@Nullable Object> future = new CompletableFuture<>();

  /**
   * The attempt under way and the wait for the next one. Each is set before the future is looked
   * at, and looked at after the future is done, so that one of the two sides sees the other.
   */
  private volatile @Nullable CompletableFuture<?> attempt;

  private volatile @Nullable ScheduledTask pause;
  private volatile @Nullable Repetition repetition;

  /** The circuit if it learns the result of the whole operation, and its ticket. */
  private @Nullable CircuitBreaker circuit;

  private long circuitTicket;

  AsyncOperation(
      Plan<T> plan,
      Gates gates,
      CallOptions options,
      Supplier<? extends CompletionStage<? extends T>> call,
      @Nullable Trace trace) {
    this.plan = plan;
    this.gates = gates;
    this.options = options;
    this.call = call;
    this.trace = trace;
  }

  /** Starts the first attempt. Cancelling the future cancels what is under way. */
  CompletableFuture<@Nullable Object> start() {
    var unused = future.whenComplete((answer, cancelled) -> stop());
    try {
      if (plan.records() == Records.OPERATION && gates.circuit() != null) {
        circuitTicket = gates.circuit().enter(options);
        circuit = gates.circuit();
      }
    } catch (CallRejectedException refusal) {
      end(Unsuccessful.notMade(refusal));
      return future;
    }
    begin();
    return future;
  }

  private void begin() {
    Hedge hedge = plan.hedge();
    CompletableFuture<@Nullable Object> begun = hedge == null ? attempt(gates) : hedged(hedge);
    attempt = begun;
    if (future.isDone()) {
      begun.cancel(false);
    }
    var unused =
        begun.whenComplete(
            (answer, error) ->
                goOn(error == null ? answer : Unsuccessful.notMade(Verdicts.unwrap(error))));
  }

  private CompletableFuture<@Nullable Object> attempt(Gates through) {
    return new AsyncAttempt<>(plan, through, options, call, trace).start();
  }

  private CompletableFuture<@Nullable Object> hedged(Hedge hedge) {
    Gates racing = RacingPlace.in(gates);
    CompletableFuture<@Nullable Object> choice = new CompletableFuture<>();
    CompletableFuture<@Nullable Object> race =
        hedge.callAsync(options, () -> hedgedAttempt(racing, choice));
    var unused = race.whenComplete((answer, error) -> choice.complete(answer));
    return race;
  }

  /** An attempt whose refusal is an error: a hedge tells refusals from answers by that. */
  private CompletableFuture<@Nullable Object> hedgedAttempt(
      Gates racing, CompletableFuture<@Nullable Object> choice) {
    CompletableFuture<@Nullable Object> attempt = attempt(racing);
    CompletableFuture<@Nullable Object> hedged = new CompletableFuture<>();
    var unused =
        attempt.whenComplete(
            (answer, cancelled) -> {
              Ongoing.discardUnlessChosen(answer, choice);
              CallRejectedException refusal = Unsuccessful.refusalIn(answer);
              if (refusal == null) {
                hedged.complete(answer);
              } else {
                hedged.completeExceptionally(refusal);
              }
            });
    var unusedToo = hedged.whenComplete((answer, error) -> attempt.cancel(false));
    return hedged;
  }

  private void goOn(@Nullable Object answer) {
    Trace.ended(trace, answer);
    Retry retry = plan.retry();
    if (retry == null || future.isDone()) {
      end(answer);
      return;
    }
    if (!(answer instanceof Unsuccessful unsuccessful)) {
      succeeded(retry);
      end(answer);
      return;
    }
    Repetition known = repetition;
    if (known == null) {
      known = new Repetition(retry, options, gates, unsuccessful);
      repetition = known;
    }
    RetryDecision next = known.after(unsuccessful);
    if (next == null || !isScheduled(next, known)) {
      end(known.reported());
    }
  }

  private void succeeded(Retry retry) {
    if (repetition == null) {
      retry.succeeded();
    } else {
      repetition.succeeded();
    }
  }

  private boolean isScheduled(RetryDecision next, Repetition known) {
    try {
      ScheduledTask timer = plan.time().schedule(next.delay(), () -> again(known));
      pause = timer;
      if (future.isDone()) {
        timer.cancel();
        Ongoing.discard(known.reported());
      }
      return true;
    } catch (RuntimeException | Error e) {
      // A time source that takes no timers.
      known.reported().suppress(e);
      return false;
    }
  }

  private void again(Repetition known) {
    if (options.deadline().isOver()) {
      end(known.reported());
    } else if (!future.isDone()) {
      known.begin();
      begin();
    }
  }

  private void end(@Nullable Object answer) {
    if (over.compareAndSet(false, true)) {
      tell(answer);
      if (!future.complete(answer)) {
        Ongoing.discard(answer);
      }
    } else {
      Ongoing.discard(answer);
    }
  }

  private void tell(@Nullable Object answer) {
    if (answer instanceof Unsuccessful) {
      Unsuccessful.end(circuit, circuitTicket, answer);
    } else {
      Ongoing.whenOver(
          answer, plan.reader(), over -> Unsuccessful.end(circuit, circuitTicket, over));
    }
  }

  /** Does nothing when the attempts have come to an end by themselves. */
  private void stop() {
    if (over.compareAndSet(false, true)) {
      Unsuccessful.end(circuit, circuitTicket, Unsuccessful.givenUp());
    }
    ScheduledTask timer = pause;
    if (timer != null) {
      timer.cancel();
    }
    Repetition known = repetition;
    if (known != null && future.isCancelled()) {
      Ongoing.discard(known.reported());
    }
    CompletableFuture<?> running = attempt;
    if (running != null) {
      running.cancel(false);
    }
  }
}
