// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.cache.LoadTimeoutException;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.ContextualCall;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.hedge.Hedge;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryDecision;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pipeline's blocking calls: an operation is one attempt or more, and what takes their
 * place when none succeeds.
 *
 * @param <T> what the calls return
 */
final class Operations<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Attempts<T> attempts;
  private final @Nullable Store cache;
  private final @Nullable Retry retry;
  private final @Nullable Hedge hedge;

  Operations(Plan<T> plan) {
    this.plan = plan;
    this.attempts = new Attempts<>(plan);
    this.cache = plan.store();
    this.retry = plan.retry();
    this.hedge = plan.hedge();
  }

  Plan<T> plan() {
    return plan;
  }

  /** The result of an operation, or what it is instead of one. */
  @Nullable Object run(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    Objects.requireNonNull(call, "call");
    Object answer;
    try {
      options.deadline().check(plan.name());
      answer =
          cache == null
              ? recorded(gates, options, call, trace)
              : stored(cache, gates, options, given -> call.get(), trace);
    } catch (CallRejectedException | LoadTimeoutException e) {
      answer = Unsuccessful.notMade(e);
    }
    return whole(answer, trace);
  }

  /** The same for a call that hands its options on. */
  @Nullable Object runInContext(
      Gates gates,
      CallOptions options,
      ContextualCall<? extends T, ?> call,
      @Nullable Trace trace) {
    Objects.requireNonNull(call, "call");
    Object answer;
    try {
      options.deadline().check(plan.name());
      answer =
          cache == null
              ? recorded(gates, options, () -> call.get(options), trace)
              : stored(cache, gates, options, call, trace);
    } catch (CallRejectedException | LoadTimeoutException e) {
      answer = Unsuccessful.notMade(e);
    }
    return whole(answer, trace);
  }

  private @Nullable Object whole(@Nullable Object answer, @Nullable Trace trace) {
    return answer instanceof Unsuccessful end ? plan.recovery().recover(end, trace) : answer;
  }

  private @Nullable Object stored(
      Store store,
      Gates gates,
      CallOptions options,
      ContextualCall<? extends T, ?> call,
      @Nullable Trace trace) {
    Object question = gates.question(options);
    if (question == null) {
      return recorded(gates, options, () -> call.get(options), trace);
    }
    try {
      return store.get(
          options,
          question,
          given -> Unsuccessful.cast(attempts(gates, options, given, call, trace)),
          trace);
    } catch (InterruptedException e) {
      return interrupted();
    }
  }

  /** Makes the attempts; a refresh behind the caller's back has options of its own. */
  private @Nullable Object attempts(
      Gates gates,
      CallOptions options,
      CallOptions given,
      ContextualCall<? extends T, ?> call,
      @Nullable Trace trace) {
    boolean own = given == options;
    CallOptions within = own ? options : plan.within(given);
    try {
      return Store.storable(recorded(gates, within, () -> call.get(within), own ? trace : null));
    } catch (CallRejectedException refusal) {
      return Unsuccessful.notMade(refusal);
    }
  }

  private Unsuccessful interrupted() {
    Thread.currentThread().interrupt();
    return Unsuccessful.notMade(new InterruptedWaitException(plan.name()));
  }

  private @Nullable Object recorded(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    CircuitBreaker circuit = plan.records() == Records.OPERATION ? gates.circuit() : null;
    if (circuit == null) {
      return repeated(gates, options, call, trace);
    }
    long ticket = circuit.enter(options);
    Object answer = repeated(gates, options, call, trace);
    if (answer instanceof OngoingResult) {
      Ongoing.leaveWhenOver(circuit, ticket, answer, plan.reader());
    } else {
      Unsuccessful.end(circuit, ticket, answer);
    }
    return answer;
  }

  private @Nullable Object repeated(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    Object answer = attempt(gates, options, call, trace);
    if (retry == null) {
      return answer;
    }
    if (!(answer instanceof Unsuccessful first)) {
      retry.succeeded();
      return answer;
    }
    Repetition repetition = new Repetition(retry, options, gates, first);
    Unsuccessful last = first;
    while (true) {
      RetryDecision next = repetition.after(last);
      if (next == null || !repetition.pause(next)) {
        return repetition.reported();
      }
      repetition.begin();
      Object again = attempt(gates, options, call, trace);
      if (!(again instanceof Unsuccessful end)) {
        repetition.succeeded();
        return again;
      }
      last = end;
    }
  }

  private @Nullable Object attempt(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    Object answer =
        hedge == null
            ? attempts.make(gates, options, call, trace)
            : hedged(hedge, gates, options, call, trace);
    Trace.ended(trace, answer);
    return answer;
  }

  private @Nullable Object hedged(
      Hedge hedge,
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    Gates racing = RacingPlace.in(gates);
    CompletableFuture<@Nullable Object> choice = new CompletableFuture<>();
    try {
      Object chosen =
          hedge.call(
              options,
              () -> Unsuccessful.cast(hedgedAttempt(racing, options, call, trace, choice)));
      choice.complete(chosen);
      return chosen;
    } catch (CallRejectedException refusal) {
      return Unsuccessful.notMade(refusal);
    } catch (InterruptedException e) {
      return interrupted();
    } catch (RuntimeException | Error e) {
      // The hedge itself broke, such as by its executor: what calls throw is in their answers.
      return Unsuccessful.notMade(e);
    } finally {
      choice.complete(null);
    }
  }

  /** An attempt whose refusal is thrown: a hedge tells refusals from answers by that. */
  private @Nullable Object hedgedAttempt(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace,
      CompletableFuture<@Nullable Object> choice) {
    Object answer = attempts.make(gates, options, call, trace);
    Ongoing.discardUnlessChosen(answer, choice);
    CallRejectedException refusal = Unsuccessful.refusalIn(answer);
    if (refusal != null) {
      throw refusal;
    }
    return answer;
  }
}
