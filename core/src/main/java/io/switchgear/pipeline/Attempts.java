// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.internal.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * Makes the single attempts of a pipeline's blocking calls: in through the gates, the call, and out
 * again with what it says. An attempt that succeeds makes no object. Nothing is thrown: what goes
 * wrong is an {@link Unsuccessful}.
 *
 * @param <T> what the calls return
 */
final class Attempts<T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Gates gates;

  /** The circuit if it learns the results of attempts. */
  private final @Nullable CircuitBreaker circuit;

  Attempts(Plan<T> plan, Gates gates) {
    this.plan = plan;
    this.gates = gates;
    this.circuit = plan.records() == Records.ATTEMPT ? gates.circuit() : null;
  }

  /** Makes one attempt. Gives its result, or what it is instead of a success. */
  @Nullable Object make(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    Gate place = gates.place();
    long ticket = 0;
    try {
      if (circuit != null && (place != null || gates.permit() != null)) {
        circuit.check(options);
      }
      ticket = place == null ? 0 : enter(place, options);
    } catch (Throwable e) {
      return Unsuccessful.notMade(e);
    }
    return leave(place, ticket, withPlace(options, call, trace));
  }

  private @Nullable Object withPlace(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    Gate permit = gates.permit();
    long ticket;
    try {
      ticket = permit == null ? 0 : enter(permit, options);
    } catch (Throwable e) {
      return Unsuccessful.notMade(e);
    }
    return leave(permit, ticket, withPermit(options, call, trace));
  }

  private @Nullable Object withPermit(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    long ticket;
    try {
      options.deadline().check(plan.name());
      ticket = circuit == null ? 0 : circuit.enter(options);
    } catch (Throwable e) {
      return Unsuccessful.notMade(e);
    }
    Trace.attempt(trace);
    Object answer = leave(circuit, ticket, answer(options, call));
    Trace.verdict(trace, Unsuccessful.verdictOf(answer));
    return answer;
  }

  private @Nullable Object answer(CallOptions options, ThrowingSupplier<? extends T, ?> call) {
    T result;
    try {
      result = plan.isTimed(options) ? plan.limits().attempt().call(options, call) : call.get();
    } catch (Throwable e) {
      return Unsuccessful.threw(e, plan.reader().readError(e));
    }
    return plan.reader().answer(result);
  }

  private long enter(Gate gate, CallOptions options) {
    long ticket = gate.enter(options);
    if (ticket != Gate.WAITS) {
      return ticket;
    }
    try {
      return Waiting.await(gate.enterLater(options));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWaitException(plan.name());
    }
  }

  /** Ends a ticket with what the answer says. */
  private static @Nullable Object leave(@Nullable Gate gate, long ticket, @Nullable Object answer) {
    Unsuccessful.end(gate, ticket, answer);
    return answer;
  }
}
