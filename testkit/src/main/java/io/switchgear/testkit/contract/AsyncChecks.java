// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What asynchronous calls must do. */
final class AsyncChecks {
  private static final int CALLS_IN_A_ROW = 10_000;
  private static final int ROUNDS = 200;

  private final Function<ContractSetup, ProtectedCalls> factory;

  AsyncChecks(Function<ContractSetup, ProtectedCalls> factory) {
    this.factory = factory;
  }

  List<ContractCheck> all() {
    return List.of(
        check("result_passesUnchanged", () -> result(new Object())),
        check("null_passes", () -> result(null)),
        check("resultOfAnotherThread_passes", this::resultOfAnotherThread),
        check("checkedException_passesUnchanged", () -> error(new IOException("down"))),
        check("error_passesUnchanged", () -> error(new LinkageError("defect"))),
        check("errorInWrappers_comesWithoutThem", this::wrappedError),
        check("callThatThrowsAtOnce_failsTheFuture", this::throwsAtOnce),
        check("callWithoutAStage_failsTheFuture", this::noStage),
        check("stageThatCannotBeWatched_failsTheFuture", this::unwatchable),
        check("callInsideACall_ends", this::nested),
        check("callAfterACall_ends", this::chained),
        check("refusal_comesInTheFutureWithoutTheCall", this::refusal),
        check("callsInARow_leaveNothing", this::callsInARow));
  }

  List<ContractCheck> ofCancellation() {
    return List.of(
        check("cancelDuringTheCall_cancelsIt", this::cancelDuring),
        check("cancelDuringTheWait_makesNoCall", this::cancelDuringTheWait),
        check("cancelAfterwards_changesNothing", this::cancelAfterwards),
        check("cancelOfACallThatGoesOn_holdsNothingAfterItsEnd", this::cancelOfOneThatGoesOn),
        check("cancelOfACallWithoutAFuture_isHarmless", this::cancelWithoutFuture),
        check("cancelAndResultAtOnce_leaveNothing", this::cancelAtOnce),
        check("futureCompletedByItsOwner_leavesNothing", this::completedByOwner));
  }

  private static ContractCheck check(String name, ContractCheck.Body body) {
    return new ContractCheck(name + " (asynchronous)", body);
  }

  private static void expectReusable(Scene scene) {
    scene.expectNothingLeft();
    scene.callAsync(() -> CompletableFuture.completedFuture("again")).with("again");
    scene.expectNothingLeft();
  }

  private void result(@Nullable Object result) {
    Scene scene = Scene.of(factory);

    scene.callAsync(() -> CompletableFuture.completedFuture(result)).with(result);
    expectReusable(scene);
  }

  private void resultOfAnotherThread() {
    Scene scene = Scene.of(factory);

    CompletableFuture<String> future =
        scene.policy().callAsync(() -> CompletableFuture.supplyAsync(() -> "result"));

    Expect.soon(future::isDone, "the future should complete with the call");
    scene.end(future).with("result");
    expectReusable(scene);
  }

  private void error(Throwable error) {
    Scene scene = Scene.of(factory);

    scene.callAsync(() -> CompletableFuture.failedFuture(error)).withError(error);
    expectReusable(scene);
  }

  private void wrappedError() {
    Scene scene = Scene.of(factory);
    Exception error = new IOException("down");

    scene
        .callAsync(() -> CompletableFuture.failedFuture(new CompletionException(error)))
        .withError(error);
    expectReusable(scene);
  }

  private void throwsAtOnce() {
    throwsAtOnce(new IllegalStateException("no connection"));
    throwsAtOnce(new LinkageError("defect"));
  }

  private void throwsAtOnce(Throwable error) {
    Scene scene = Scene.of(factory);

    scene.callAsync(thrower(error)).withError(error);
    expectReusable(scene);
  }

  private static Supplier<CompletionStage<Object>> thrower(Throwable error) {
    return () -> {
      throw Hooks.unchecked(error);
    };
  }

  @SuppressWarnings("NullAway") // What a call written without these annotations may do.
  private void noStage() {
    Scene scene = Scene.of(factory);
    Supplier<CompletionStage<Object>> call = () -> null;

    Ended ended = scene.callAsync(call);

    Expect.that(ended.error() != null, "a call that gave no stage should fail");
    expectReusable(scene);
  }

  private void unwatchable() {
    Scene scene = Scene.of(factory);
    RuntimeException error = new UnsupportedOperationException("whenComplete");

    scene.callAsync(() -> new Stages.Unwatchable(error)).withError(error);
    expectReusable(scene);
  }

  private void nested() {
    Scene scene = Scene.of(factory);
    ProtectedCalls policy = scene.policy();

    scene
        .callAsync(() -> policy.callAsync(() -> CompletableFuture.completedFuture("inner")))
        .with("inner");
    expectReusable(scene);
  }

  /** The second call is made by the first one's future, while the policy is still busy with it. */
  private void chained() {
    Scene scene = Scene.of(factory);
    ProtectedCalls policy = scene.policy();
    CompletableFuture<String> own = new CompletableFuture<>();

    CompletableFuture<String> second =
        policy
            .callAsync(() -> own)
            .thenCompose(
                first -> policy.callAsync(() -> CompletableFuture.completedFuture(first + "!")));
    own.complete("result");

    Expect.equal(scene.end(second).value(), "result!", "the second result");
    expectReusable(scene);
  }

  private void refusal() {
    Scene scene = Scene.of(factory);
    if (!scene.policy().refuse()) {
      return;
    }
    scene.takeStock();
    AtomicInteger calls = new AtomicInteger();

    Ended ended = scene.callAsync(() -> CompletableFuture.completedFuture(calls.incrementAndGet()));

    Expect.refusal(ended.error());
    Expect.equal(calls.get(), 0, "the number of calls made");
    scene.expectNothingLeft();
  }

  private void callsInARow() {
    Scene scene = Scene.of(factory, Hooks::ignoringErrors);
    Exception failure = new IOException("down");
    RuntimeException defect = new IllegalStateException("defect");

    // On a thread of their own: each failure fills a stack trace, and a test runner's is deep.
    Caller caller =
        Caller.start(
            ThreadKind.PLATFORM,
            () -> {
              for (int i = 0; i < CALLS_IN_A_ROW; i += 4) {
                scene.callAsync(() -> CompletableFuture.completedFuture("result")).with("result");
                scene.callAsync(() -> CompletableFuture.failedFuture(failure)).withError(failure);
                scene.callAsync(thrower(defect)).withError(defect);
                scene.policy().callAsync(CompletableFuture::new).cancel(true);
              }
              return "ended";
            });

    caller.end().with("ended");
    expectReusable(scene);
  }

  private void cancelDuring() {
    Scene scene = Scene.of(factory);
    CompletableFuture<String> own = new CompletableFuture<>();

    CompletableFuture<String> future = scene.policy().callAsync(() -> own);
    Expect.that(future.cancel(true), "a call under way can be cancelled");

    Expect.that(own.isCancelled(), "the call's own future should be cancelled");
    expectReusable(scene);
  }

  private void cancelDuringTheWait() {
    Scene scene = Scene.of(factory);
    Runnable unblock = scene.policy().block().orElse(null);
    if (unblock == null) {
      return;
    }
    scene.takeStock();
    AtomicInteger calls = new AtomicInteger();
    Supplier<CompletionStage<Integer>> call =
        () -> CompletableFuture.completedFuture(calls.incrementAndGet());

    CompletableFuture<Integer> future = scene.policy().callAsync(call);
    Expect.that(!future.isDone(), "the call should wait");
    future.cancel(true);

    scene.expectNothingLeft();
    unblock.run();
    scene.callAsync(() -> CompletableFuture.completedFuture("again")).with("again");
    Expect.equal(calls.get(), 0, "the number of calls made");
  }

  private void cancelAfterwards() {
    Scene scene = Scene.of(factory);

    CompletableFuture<String> future =
        scene.policy().callAsync(() -> CompletableFuture.completedFuture("result"));

    Expect.that(!future.cancel(true), "a call that has ended can't be cancelled");
    scene.end(future).with("result");
    expectReusable(scene);
  }

  private void cancelOfOneThatGoesOn() {
    Scene scene = Scene.of(factory);
    CompletableFuture<String> own = new Stages.Uncancellable();

    CompletableFuture<String> future = scene.policy().callAsync(() -> own);
    future.cancel(true);
    Expect.that(future.isCancelled(), "the caller needn't wait for a call that goes on");
    own.complete("late");

    expectReusable(scene);
  }

  private void cancelWithoutFuture() {
    Scene scene = Scene.of(factory);
    CompletableFuture<String> own = new Stages.WithoutFuture();

    CompletableFuture<String> future = scene.policy().callAsync(() -> own);
    future.cancel(true);
    own.complete("late");

    expectReusable(scene);
    scene.callAsync(Stages.WithoutFuture::completed).with("result");
  }

  private void cancelAtOnce() {
    Scene scene = Scene.of(factory);
    for (int round = 0; round < ROUNDS; round++) {
      CompletableFuture<String> own = new CompletableFuture<>();
      CompletableFuture<String> future = scene.policy().callAsync(() -> own);
      Caller other = Caller.start(ThreadKind.PLATFORM, () -> own.complete("result"));
      future.cancel(true);
      var unused = other.end();

      Ended ended = scene.end(future);
      Expect.that(
          ended.value() == "result" || ended.error() instanceof CancellationException,
          "the call should end with its result or as cancelled, but ends with " + ended);
      scene.expectNothingLeft();
    }
    expectReusable(scene);
  }

  private void completedByOwner() {
    Scene scene = Scene.of(factory);
    CompletableFuture<String> own = new CompletableFuture<>();

    CompletableFuture<String> future = scene.policy().callAsync(() -> own);
    future.complete("mine");
    own.complete("late");

    scene.end(future).with("mine");
    expectReusable(scene);
  }
}
