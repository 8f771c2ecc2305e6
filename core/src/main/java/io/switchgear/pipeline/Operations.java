// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.cache.LoadTimeoutException;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.ContextualCall;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.hedge.Hedge;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryDecision;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pipeline's blocking calls: an operation is one attempt or more, and what takes their
 * place when none succeeds.
 *
 * @param <T> what the calls return
 */
final class Operations<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Gates gates;
  private final Attempts<T> attempts;
  private final @Nullable Store cache;
  private final @Nullable Retry retry;
  private final @Nullable Hedge hedge;

  /** The circuit if it learns the results of operations. */
  private final @Nullable CircuitBreaker circuit;

  Operations(Plan<T> plan, Gates gates) {
    this.plan = plan;
    this.gates = gates;
    this.attempts = new Attempts<>(plan, gates);
    this.cache = plan.store();
    this.retry = plan.retry();
    this.hedge = plan.hedge();
    this.circuit = plan.records() == Records.OPERATION ? gates.circuit() : null;
  }

  /** The result of an operation, or what it is instead of one. */
  @Nullable Object run(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    Object answer;
    try {
      options.deadline().check(plan.name());
      answer =
          cache == null
              ? recorded(options, call, trace)
              : stored(cache, options, given -> call.get(), trace);
    } catch (CallRejectedException | LoadTimeoutException e) {
      answer = Unsuccessful.notMade(e);
    }
    return whole(answer, trace);
  }

  /** The same for a call that hands its options on. */
  @Nullable Object runInContext(
      CallOptions options, ContextualCall<? extends T, ?> call, @Nullable Trace trace) {
    Object answer;
    try {
      options.deadline().check(plan.name());
      answer =
          cache == null
              ? recorded(options, () -> call.get(options), trace)
              : stored(cache, options, call, trace);
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
      CallOptions options,
      ContextualCall<? extends T, ?> call,
      @Nullable Trace trace) {
    Object question = gates.question(options);
    if (question == null) {
      return recorded(options, () -> call.get(options), trace);
    }
    try {
      return store.get(
          options,
          question,
          given -> Unsuccessful.cast(attempts(options, given, call, trace)),
          trace);
    } catch (InterruptedException e) {
      return interrupted();
    }
  }

  /** Makes the attempts; a refresh behind the caller's back has options of its own. */
  private @Nullable Object attempts(
      CallOptions options,
      CallOptions given,
      ContextualCall<? extends T, ?> call,
      @Nullable Trace trace) {
    boolean own = given == options;
    CallOptions within = own ? options : plan.within(given);
    try {
      return recorded(within, () -> call.get(within), own ? trace : null);
    } catch (CallRejectedException refusal) {
      return Unsuccessful.notMade(refusal);
    }
  }

  private Unsuccessful interrupted() {
    Thread.currentThread().interrupt();
    return Unsuccessful.notMade(new InterruptedWaitException(plan.name()));
  }

  private @Nullable Object recorded(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    if (circuit == null) {
      return repeated(options, call, trace);
    }
    long ticket = circuit.enter(options);
    Object answer = repeated(options, call, trace);
    Unsuccessful.end(circuit, ticket, answer);
    return answer;
  }

  private @Nullable Object repeated(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    Object answer = attempt(options, call, trace);
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
      Object again = attempt(options, call, trace);
      if (!(again instanceof Unsuccessful end)) {
        repetition.succeeded();
        return again;
      }
      last = end;
    }
  }

  private @Nullable Object attempt(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    if (hedge == null) {
      return attempts.make(options, call, trace);
    }
    try {
      return hedge.call(options, () -> Unsuccessful.cast(hedgedAttempt(options, call, trace)));
    } catch (CallRejectedException refusal) {
      return Unsuccessful.notMade(refusal);
    } catch (InterruptedException e) {
      return interrupted();
    }
  }

  /** An attempt whose refusal is thrown: a hedge tells refusals from answers by that. */
  private @Nullable Object hedgedAttempt(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    Object answer = attempts.make(options, call, trace);
    CallRejectedException refusal = Unsuccessful.refusalIn(answer);
    if (refusal != null) {
      throw refusal;
    }
    return answer;
  }
}
