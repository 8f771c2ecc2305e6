// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.CallRejectedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/** What user code throws in a hook ends at most the call that it was asked about. */
final class HookChecks {
  /** More than any policy has places, so that each that is lost shows. */
  private static final int CALLS = 100;

  private static final ThreadKind KIND = ThreadKind.PLATFORM;

  private final Function<ContractSetup, ProtectedCalls> factory;

  HookChecks(Function<ContractSetup, ProtectedCalls> factory) {
    this.factory = factory;
  }

  List<ContractCheck> all() {
    return List.of(
        new ContractCheck("verdictsThatThrow_loseNothing", () -> verdicts(exception())),
        new ContractCheck("verdictsThatThrowAnError_loseNothing", () -> verdicts(error())),
        new ContractCheck("listenerThatThrows_isNotNoticed", () -> listener(exception())),
        new ContractCheck("listenerThatThrowsAnError_isNotNoticed", () -> listener(error())),
        new ContractCheck("timersThatRefuse_loseNothing", () -> timers(refusal())),
        new ContractCheck("timersThatThrowAnError_loseNothing", () -> timers(error())),
        new ContractCheck("timersThatRefuse_leaveNoCallWaiting", () -> timersOfWaits(refusal())),
        new ContractCheck(
            "timersThatThrowAnError_leaveNoCallWaiting", () -> timersOfWaits(error())));
  }

  private static Throwable exception() {
    return new IllegalStateException("broken hook");
  }

  private static Throwable error() {
    return new LinkageError("broken hook");
  }

  private static Throwable refusal() {
    return new RejectedExecutionException("shut down");
  }

  private void verdicts(Throwable hookError) {
    Scene scene = Scene.of(factory, Hooks.throwing(hookError));
    Exception failure = new IOException("down");
    for (int call = 0; call < CALLS; call++) {
      scene.call(KIND, () -> "result").withOneOf("result", hookError);
      scene.call(KIND, BlockingChecks.thrower(failure)).withError(failure);
      scene
          .callAsync(() -> CompletableFuture.completedFuture("result"))
          .withOneOf("result", hookError);
      scene.callAsync(() -> CompletableFuture.failedFuture(failure)).withError(failure);
      scene.expectNothingLeft();
    }
  }

  private void listener(Throwable hookError) {
    Scene scene = Scene.of(factory);
    if (!scene.policy().listen(Hooks.thrower(hookError))) {
      return;
    }
    Exception failure = new IOException("down");

    scene.call(KIND, BlockingChecks.thrower(failure)).withError(failure);
    scene.callAsync(() -> CompletableFuture.failedFuture(failure)).withError(failure);
    scene.expectReusable(KIND);
    if (scene.policy().refuse()) {
      Expect.refusal(scene.call(KIND, () -> "result").error());
      Expect.refusal(scene.callAsync(() -> CompletableFuture.completedFuture("result")).error());
    }
  }

  /** A call that needs a timer may fail without one. */
  private void timers(Throwable refusal) {
    Scene scene = Scene.withoutTimers(factory, refusal);
    Exception failure = new IOException("down");
    for (int call = 0; call < CALLS; call++) {
      scene.call(KIND, () -> "result").withOneOf("result", refusal);
      scene
          .callAsync(() -> CompletableFuture.completedFuture("result"))
          .withOneOf("result", refusal);
      scene.expectNothingLeft();
    }
    expectOneOf(scene.call(KIND, BlockingChecks.thrower(failure)), failure, refusal);
    expectOneOf(scene.callAsync(() -> CompletableFuture.failedFuture(failure)), failure, refusal);
    scene.expectNothingLeft();
  }

  private static void expectOneOf(Ended ended, Throwable one, Throwable other) {
    boolean known = ended.error() == one || ended.error() == other;
    if (!known) {
      throw new AssertionError("the error should be " + one + " or " + other, ended.error());
    }
  }

  private void timersOfWaits(Throwable refusal) {
    Scene scene = Scene.withoutTimers(factory, refusal);
    Runnable unblock = scene.policy().block().orElse(null);
    if (unblock == null) {
      return;
    }
    scene.takeStock();
    for (int call = 0; call < CALLS; call++) {
      expectRefused(scene.call(KIND, () -> "result"), refusal);
      expectRefused(scene.callAsync(() -> CompletableFuture.completedFuture("result")), refusal);
      scene.expectNothingLeft();
    }
    unblock.run();
    Expect.equal(scene.policy().inUse(), 0L, "what is in use in the end");
  }

  private static void expectRefused(Ended ended, Throwable refusal) {
    boolean known = ended.error() == refusal || ended.error() instanceof CallRejectedException;
    if (!known) {
      throw new AssertionError("the error should be the timer's " + refusal, ended.error());
    }
  }
}
