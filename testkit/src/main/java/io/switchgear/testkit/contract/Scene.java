// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A policy that was made for one check, and its time. */
final class Scene {
  private final VirtualTime time = new VirtualTime();
  private final ProtectedCalls policy;
  private long inUse;
  private int tasks;

  private Scene(
      Function<ContractSetup, ProtectedCalls> factory,
      Verdicts<@Nullable Object> verdicts,
      Function<VirtualTime, TimeSource> timers) {
    this.policy = factory.apply(new ContractSetup(timers.apply(time), time::advance, verdicts));
    takeStock();
  }

  static Scene of(Function<ContractSetup, ProtectedCalls> factory) {
    return new Scene(factory, Verdicts.standard(), time -> time);
  }

  static Scene of(
      Function<ContractSetup, ProtectedCalls> factory, Verdicts<@Nullable Object> verdicts) {
    return new Scene(factory, verdicts, time -> time);
  }

  /** A policy whose timers refuse each task, as those of an executor do that was shut down. */
  static Scene withoutTimers(Function<ContractSetup, ProtectedCalls> factory, Throwable refusal) {
    return new Scene(factory, Verdicts.standard(), time -> new RefusingTime(time, refusal));
  }

  ProtectedCalls policy() {
    return policy;
  }

  VirtualTime time() {
    return time;
  }

  /** What is in use now is what should be in use in the end. */
  void takeStock() {
    inUse = policy.inUse();
    tasks = time.scheduledTasks();
  }

  void expectNothingLeft() {
    Expect.soon(
        () -> policy.inUse() == inUse,
        "what calls hold isn't given back: " + policy.inUse() + " in use instead of " + inUse);
    Expect.soon(
        () -> time.scheduledTasks() == tasks,
        "timers are left behind: " + time.scheduledTasks() + " instead of " + tasks);
  }

  /** After whatever happened, the policy does its work. */
  void expectReusable(ThreadKind kind) {
    expectNothingLeft();
    call(kind, () -> "again").with("again");
    expectNothingLeft();
  }

  Caller start(ThreadKind kind, ThrowingSupplier<?, ?> call) {
    return Caller.start(kind, () -> policy.call(call));
  }

  Ended call(ThreadKind kind, ThrowingSupplier<?, ?> call) {
    return start(kind, call).end(time);
  }

  <T extends @Nullable Object> Ended callAsync(Supplier<? extends CompletionStage<T>> call) {
    return end(policy.callAsync(call));
  }

  /** Waits for the end and moves time on as long as there is something to do. */
  Ended end(CompletableFuture<?> future) {
    while (!future.isDone() && time.advanceToNextTask()) {
      // The next task may be the one that ends the call.
    }
    CompletableFuture<Ended> ended =
        future.handle((value, error) -> new Ended(value, error, false));
    try {
      return ended.get(1, TimeUnit.MINUTES);
    } catch (TimeoutException e) {
      throw new AssertionError("the future never completes", e);
    } catch (ExecutionException e) {
      throw new AssertionError("a call's end is caught", e);
    } catch (InterruptedException e) {
      throw new AssertionError("the check is interrupted", e);
    }
  }
}
