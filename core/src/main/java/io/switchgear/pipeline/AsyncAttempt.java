// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.Verdicts;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an asynchronous call, as {@link Attempts} makes those of blocking ones. It may end
 * before the call does, by its limit or because its caller has gone: then the circuit is told at
 * once, while the place in the bulkhead is kept until the call has really ended.
 *
 * @param <T> what the call returns
 */
final class AsyncAttempt<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Gates gates;
  private final @Nullable CircuitBreaker circuit;
  private final CallOptions options;
  private final Supplier<? extends CompletionStage<? extends T>> call;
  private final @Nullable Trace trace;

  /** Ends with the result, with what it is instead of one, or by cancellation; never fails. */
  private final CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();

  /** Completes with the answer when the call ends; cancelling it cancels the call. */
  private final CompletableFuture<@Nullable Object> called = new CompletableFuture<>();

  /** Whether the circuit and the limiter know how the attempt ended. */
  private final AtomicBoolean told = new AtomicBoolean();

  /** The place is free when both have come: what was told, and the end of the call. */
  private final AtomicInteger untilPlaceIsFree = new AtomicInteger(2);

  /** The wait under way; set before the answer is looked at, and looked at after it is done. */
  private volatile @Nullable CompletableFuture<Long> waiting;

  private volatile @Nullable Object toldAnswer;
  private volatile boolean begun;
  private long placeTicket;
  private long permitTicket;
  private long circuitTicket;

  AsyncAttempt(
      Plan<T> plan,
      Gates gates,
      CallOptions options,
      Supplier<? extends CompletionStage<? extends T>> call,
      @Nullable Trace trace) {
    this.plan = plan;
    this.gates = gates;
    this.circuit = plan.records() == Records.ATTEMPT ? gates.circuit() : null;
    this.options = options;
    this.call = call;
    this.trace = trace;
  }

  /** Starts the attempt. Cancelling the future cancels it. */
  CompletableFuture<@Nullable Object> start() {
    var unused = answer.whenComplete((result, cancelled) -> stopWaiting());
    try {
      if (circuit != null && (gates.place() != null || gates.permit() != null)) {
        circuit.check(options);
      }
    } catch (Throwable e) {
      answer.complete(Unsuccessful.notMade(e));
      return answer;
    }
    enter(gates.place(), this::placeTaken, () -> {});
    return answer;
  }

  private void stopWaiting() {
    CompletableFuture<Long> wait = waiting;
    if (wait != null) {
      wait.cancel(false);
    }
  }

  private void placeTaken(long ticket) {
    placeTicket = ticket;
    enter(gates.permit(), this::permitTaken, this::cancelPlace);
  }

  private void permitTaken(long ticket) {
    permitTicket = ticket;
    try {
      options.deadline().check(plan.name());
    } catch (RuntimeException e) {
      cancelPlaceAndPermit();
      answer.complete(Unsuccessful.notMade(e));
      return;
    }
    enter(circuit, this::begin, this::cancelPlaceAndPermit);
  }

  private void enter(@Nullable Gate gate, LongConsumer next, Runnable undo) {
    CompletableFuture<Long> later;
    try {
      long ticket = gate == null ? 0 : gate.enter(options);
      later =
          ticket == Gate.WAITS && gate != null
              ? gate.enterLater(options)
              : CompletableFuture.completedFuture(ticket);
    } catch (Throwable e) {
      undo.run();
      answer.complete(Unsuccessful.notMade(e));
      return;
    }
    waiting = later;
    var unused =
        later.whenComplete(
            (ticket, error) -> {
              if (error == null) {
                next.accept(ticket);
              } else {
                undo.run();
                answer.complete(Unsuccessful.notMade(Verdicts.unwrap(error)));
              }
            });
    if (answer.isDone()) {
      later.cancel(false);
    }
  }

  private void cancelPlace() {
    cancel(gates.place(), placeTicket);
  }

  private void cancelPlaceAndPermit() {
    cancel(gates.permit(), permitTicket);
    cancelPlace();
  }

  private static void cancel(@Nullable Gate gate, long ticket) {
    if (gate != null) {
      gate.cancel(ticket);
    }
  }

  private void begin(long ticket) {
    circuitTicket = ticket;
    if (answer.isDone()) {
      cancel(circuit, circuitTicket);
      cancelPlaceAndPermit();
      return;
    }
    CompletableFuture<@Nullable Object> limited =
        plan.isTimed(options)
            ? plan.limits().attempt().callAsync(options, this::startCall)
            : startCall();
    var unused = limited.whenComplete(this::end);
    var unusedToo =
        answer.whenComplete(
            (result, cancelled) -> {
              if (answer.isCancelled()) {
                giveUp();
              }
            });
  }

  private CompletableFuture<@Nullable Object> startCall() {
    begun = true;
    Trace.attempt(trace);
    try {
      CompletionStage<? extends T> started =
          Objects.requireNonNull(call.get(), "the call gave no stage");
      var unused =
          called.whenComplete(
              (result, cancelled) -> {
                if (called.isCancelled()) {
                  started.toCompletableFuture().cancel(true);
                }
              });
      started.whenComplete((result, error) -> callEnded(read(result, error)));
    } catch (Throwable e) {
      callEnded(Unsuccessful.threw(e, plan.reader().readError(e)));
    }
    return called;
  }

  private @Nullable Object read(T result, @Nullable Throwable error) {
    return error == null
        ? plan.reader().answer(result)
        : Unsuccessful.threw(Verdicts.unwrap(error), plan.reader().readError(error));
  }

  private void callEnded(@Nullable Object end) {
    if (end instanceof Unsuccessful) {
      tell(end);
    }
    Ongoing.whenOver(
        end,
        plan.reader(),
        over -> {
          tell(over);
          freePlace();
        });
    if (!called.complete(end)) {
      Ongoing.discard(end);
    }
  }

  /** The limit came first, or the deadline was over already, or the call has ended. */
  private void end(@Nullable Object end, @Nullable Throwable error) {
    if (error == null) {
      if (!answer.complete(end)) {
        Ongoing.discard(end);
      }
      return;
    }
    if (!begun) {
      freePlace();
    }
    Unsuccessful limit =
        begun
            ? Unsuccessful.threw(error, plan.reader().readError(error))
            : Unsuccessful.notMade(error);
    tell(limit);
    stopCall();
    answer.complete(limit);
  }

  /** The caller has gone: nobody will know how the call ends. */
  private void giveUp() {
    tell(Unsuccessful.givenUp());
    stopCall();
  }

  private void stopCall() {
    boolean returned = !called.cancel(true) && !called.isCompletedExceptionally();
    if (returned) {
      Ongoing.discard(called.getNow(null));
    }
  }

  private void tell(@Nullable Object end) {
    if (!told.compareAndSet(false, true)) {
      return;
    }
    toldAnswer = end;
    Unsuccessful.end(circuit, circuitTicket, end);
    Unsuccessful.end(gates.permit(), permitTicket, end);
    freePlace();
  }

  private void freePlace() {
    if (untilPlaceIsFree.decrementAndGet() == 0) {
      Unsuccessful.end(gates.place(), placeTicket, toldAnswer);
    }
  }
}
