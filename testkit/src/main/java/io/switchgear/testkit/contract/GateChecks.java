// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import static java.time.Duration.ofMillis;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.Gate;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The points of a gate's contract. */
final class GateChecks<G extends Gate> {
  /** More than any gate has room for, so that each ticket that is lost shows. */
  private static final int CALLS = 10_000;

  private static final Duration DEADLINE = ofMillis(300);

  private final Function<ContractSetup, G> factory;
  private final ToLongFunction<? super G> inUse;

  GateChecks(Function<ContractSetup, G> factory, ToLongFunction<? super G> inUse) {
    this.factory = factory;
    this.inUse = inUse;
  }

  List<ContractCheck> all() {
    return List.of(
        check("exit_givesBackWhatTheCallHeld", this::exits),
        check("cancel_givesBackWhatTheCallHeld", this::cancels),
        check("check_takesNothing", this::looks),
        check("enter_whenThereIsNoRoom_refusesOrWaits", this::noRoom),
        check("enterLater_endsWithTheDeadline", this::deadline),
        check("enterLater_whenCancelled_leavesNothing", this::cancelledWait),
        check("enterLater_withoutTimers_leavesNobodyWaiting", this::noTimers));
  }

  private static ContractCheck check(String name, ContractCheck.Body body) {
    return new ContractCheck(name + " (gate)", body);
  }

  private Scene scene() {
    return new Scene(null);
  }

  private void exits() {
    for (Verdict verdict : Verdict.values()) {
      Scene scene = scene();
      long one = scene.enter();
      long other = scene.enter();
      scene.gate.exit(one, Assessment.of(verdict));
      scene.gate.exit(other, Assessment.of(verdict));
      scene.expectNothingLeft();
    }
  }

  private void cancels() {
    Scene scene = scene();
    for (int call = 0; call < 3; call++) {
      scene.gate.cancel(scene.enter());
      scene.expectNothingLeft();
      scene.time.advance(Duration.ofMinutes(1));
    }
  }

  private void looks() {
    Scene scene = scene();
    for (int look = 0; look < CALLS; look++) {
      scene.gate.check(CallOptions.none());
    }

    scene.expectNothingLeft();
    scene.gate.cancel(scene.enter());
    scene.gate.cancel(scene.enter());
  }

  /** Takes all the room there is and gives it back: then there is as much as before. */
  private void noRoom() {
    Scene scene = scene();
    List<Long> first = scene.enterAll();
    long held = inUse.applyAsLong(scene.gate);
    for (int look = 0; look < CALLS; look++) {
      scene.lookAndExpectRefusal();
    }
    Expect.equal(inUse.applyAsLong(scene.gate), held, "what is in use after refusals");
    first.forEach(scene.gate::cancel);
    scene.expectNothingLeft();
    scene.time.advance(Duration.ofDays(1));

    List<Long> second = scene.enterAll();

    Expect.equal(second.size(), first.size(), "how many calls are let in once more");
  }

  private void deadline() {
    Scene scene = scene();
    scene.enterAll();
    CallOptions hurried = CallOptions.none().deadline(Deadline.after(DEADLINE, scene.time));
    long held = inUse.applyAsLong(scene.gate);
    if (!scene.waits(CallOptions.none())) {
      return;
    }

    CompletableFuture<Long> later = scene.gate.enterLater(hurried);
    scene.time.advance(DEADLINE);

    Expect.that(later.isDone(), "a wait should end with the deadline");
    if (later.isCompletedExceptionally()) {
      Expect.refusal(error(later));
      Expect.equal(inUse.applyAsLong(scene.gate), held, "what is in use after the wait");
    } else {
      scene.gate.cancel(later.join());
    }
    Expect.equal(scene.time.scheduledTasks(), 0, "the number of timers");
  }

  private void cancelledWait() {
    Scene scene = scene();
    List<Long> tickets = scene.enterAll();
    long held = inUse.applyAsLong(scene.gate);
    if (!scene.waits(CallOptions.none())) {
      return;
    }

    CompletableFuture<Long> later = scene.gate.enterLater(CallOptions.none());
    Expect.that(!later.isDone(), "the call should wait");
    later.cancel(false);

    Expect.equal(inUse.applyAsLong(scene.gate), held, "what is in use after the wait");
    Expect.equal(scene.time.scheduledTasks(), 0, "the number of timers");
    tickets.forEach(scene.gate::cancel);
    scene.expectNothingLeft();
  }

  private void noTimers() {
    noTimers(new RejectedExecutionException("shut down"));
    noTimers(new LinkageError("broken timer"));
  }

  private void noTimers(Throwable refusal) {
    Scene scene = new Scene(refusal);
    List<Long> tickets = scene.enterAll();
    if (!scene.waits(CallOptions.none())) {
      return;
    }

    CompletableFuture<Long> later = scene.gate.enterLater(CallOptions.none());

    Expect.same(error(later), refusal, "the error of a wait that can't be timed");
    tickets.forEach(scene.gate::cancel);
    scene.expectNothingLeft();
  }

  private static @Nullable Throwable error(CompletableFuture<?> future) {
    return future.isDone() ? future.handle((value, error) -> error).join() : null;
  }

  /** A gate and its time. */
  private final class Scene {
    private final VirtualTime time = new VirtualTime();
    private final G gate;

    Scene(@Nullable Throwable refusal) {
      TimeSource timers = refusal == null ? time : new RefusingTime(time, refusal);
      gate = factory.apply(new ContractSetup(timers, time::advance, Verdicts.standard()));
    }

    /** A gate that lets calls in at even distances has time to. */
    long enter() {
      long ticket = gate.enter(CallOptions.none());
      if (ticket == Gate.WAITS) {
        time.advance(Duration.ofMinutes(1));
        ticket = gate.enter(CallOptions.none());
      }
      Expect.that(ticket != Gate.WAITS, "a new gate should let a call in");
      return ticket;
    }

    List<Long> enterAll() {
      List<Long> tickets = new ArrayList<>();
      try {
        long ticket = gate.enter(CallOptions.none());
        while (ticket != Gate.WAITS && tickets.size() < CALLS) {
          tickets.add(ticket);
          ticket = gate.enter(CallOptions.none());
        }
      } catch (CallRejectedException refusal) {
        Expect.refusal(refusal);
      }
      return tickets;
    }

    /** Whether the call would have to wait for its turn, and may. */
    boolean waits(CallOptions options) {
      try {
        long ticket = gate.enter(options);
        if (ticket != Gate.WAITS) {
          gate.cancel(ticket);
        }
        return ticket == Gate.WAITS;
      } catch (CallRejectedException refusal) {
        return false;
      }
    }

    void lookAndExpectRefusal() {
      try {
        gate.check(CallOptions.none());
      } catch (CallRejectedException refusal) {
        Expect.refusal(refusal);
      }
    }

    void expectNothingLeft() {
      Expect.equal(inUse.applyAsLong(gate), 0L, "what is in use in the end");
      Expect.equal(time.scheduledTasks(), 0, "the number of timers in the end");
    }
  }
}
