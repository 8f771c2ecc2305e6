// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.internal.Waiting;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes the single attempts of a pipeline's blocking calls: in through the gates, the call, and out
 * again with what it says. An attempt that succeeds makes no object. Nothing is thrown: what goes
 * wrong is an {@link Unsuccessful}.
 *
 * <p>Each gate is entered and left in lines of its own, although they look alike: a line that meets
 * one class of gate is compiled into that gate's code, one that meets three is not.
 *
 * @param <T> what the calls return
 */
final class Attempts<T extends @Nullable Object> {
  private final Plan<T> plan;

  /** Whether circuits learn the results of attempts. */
  private final boolean recorded;

  Attempts(Plan<T> plan) {
    this.plan = plan;
    this.recorded = plan.records() == Records.ATTEMPT;
  }

  /** Makes one attempt. Gives its result, or what it is instead of a success. */
  @Nullable Object make(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    Gate gate = gates.place();
    CircuitBreaker circuit = recorded ? gates.circuit() : null;
    long ticket = 0;
    try {
      if (circuit != null && (gate != null || gates.permit() != null)) {
        circuit.check(options);
      }
      if (gate != null) {
        ticket = gate.enter(options);
        ticket = ticket == Gate.WAITS ? await(gate, options) : ticket;
      }
    } catch (Throwable e) {
      return Unsuccessful.notMade(e);
    }
    Object answer = withPlace(gates, options, call, trace);
    if (gate != null && Ongoing.in(answer) != null) {
      Ongoing.leaveWhenOver(gate, ticket, answer, plan.reader());
    } else if (answer instanceof Unsuccessful end) {
      end.leave(gate, ticket);
    } else if (gate != null) {
      gate.exit(ticket, Unsuccessful.SUCCESS);
    }
    return answer;
  }

  private @Nullable Object withPlace(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    Gate gate = gates.permit();
    long ticket = 0;
    try {
      if (gate != null) {
        ticket = gate.enter(options);
        ticket = ticket == Gate.WAITS ? await(gate, options) : ticket;
      }
    } catch (Throwable e) {
      return Unsuccessful.notMade(e);
    }
    Object answer = withPermit(gates, options, call, trace);
    if (answer instanceof Unsuccessful end) {
      end.leave(gate, ticket);
    } else if (gate != null && answer instanceof OngoingResult) {
      Ongoing.leaveWhenOver(gate, ticket, answer, plan.reader());
    } else if (gate != null) {
      gate.exit(ticket, Unsuccessful.SUCCESS);
    }
    return answer;
  }

  private @Nullable Object withPermit(
      Gates gates,
      CallOptions options,
      ThrowingSupplier<? extends T, ?> call,
      @Nullable Trace trace) {
    CircuitBreaker gate = recorded ? gates.circuit() : null;
    long ticket;
    try {
      options.deadline().check(plan.name());
      ticket = gate == null ? 0 : gate.enter(options);
    } catch (Throwable e) {
      return Unsuccessful.notMade(e);
    }
    Object answer = answer(options, call, trace);
    if (answer instanceof Unsuccessful end) {
      end.leave(gate, ticket);
    } else if (gate != null && answer instanceof OngoingResult) {
      Ongoing.leaveWhenOver(gate, ticket, answer, plan.reader());
    } else if (gate != null) {
      try {
        gate.exit(ticket, Unsuccessful.SUCCESS);
      } catch (RuntimeException | Error hookError) {
        Unsuccessful.reportBroken(hookError);
      }
    }
    return answer;
  }

  private @Nullable Object answer(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    if (plan.isTimed(options)) {
      return timedAnswer(options, call, trace);
    }
    Trace.attempt(trace);
    T result;
    try {
      result = call.get();
    } catch (Throwable e) {
      return Unsuccessful.threw(e, plan.reader().readError(e));
    }
    return plan.reader().answer(result);
  }

  /** A timer that can't be set says nothing about the dependency, which wasn't called then. */
  private @Nullable Object timedAnswer(
      CallOptions options, ThrowingSupplier<? extends T, ?> call, @Nullable Trace trace) {
    AtomicBoolean begun = new AtomicBoolean();
    AtomicReference<@Nullable Object> returned = new AtomicReference<>();
    T result;
    try {
      result =
          plan.limits()
              .attempt()
              .call(
                  options,
                  () -> {
                    begun.setPlain(true);
                    Trace.attempt(trace);
                    T value = call.get();
                    returned.setPlain(value);
                    return value;
                  });
    } catch (Throwable e) {
      Ongoing.discard(returned.getPlain());
      return begun.getPlain()
          ? Unsuccessful.threw(e, plan.reader().readError(e))
          : Unsuccessful.notMade(e);
    }
    return plan.reader().answer(result);
  }

  private long await(Gate gate, CallOptions options) {
    try {
      return Waiting.await(gate.enterLater(options));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWaitException(plan.name());
    }
  }
}
