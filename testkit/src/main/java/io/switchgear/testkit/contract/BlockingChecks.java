// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.ThrowingSupplier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What blocking calls must do, on one kind of thread. */
final class BlockingChecks {
  private static final int CALLS_IN_A_ROW = 10_000;
  private static final int CALLS_THAT_WAIT = 32;

  private final Function<ContractSetup, ProtectedCalls> factory;
  private final ThreadKind kind;

  BlockingChecks(Function<ContractSetup, ProtectedCalls> factory, ThreadKind kind) {
    this.factory = factory;
    this.kind = kind;
  }

  List<ContractCheck> all() {
    return List.of(
        check("result_passesUnchanged", this::result),
        check("null_passes", this::nullResult),
        check("checkedException_passesUnchanged", () -> error(new IOException("down"))),
        check("runtimeException_passesUnchanged", () -> error(new IllegalStateException("down"))),
        check("error_passesUnchanged", () -> error(new LinkageError("defect"))),
        check("callInsideACall_ends", this::nested),
        check("errorInsideACallInsideACall_passesBoth", this::nestedError),
        check("interruptBefore_isNotLost", this::interruptBefore),
        check("interruptOfTheCall_endsItAndIsNotLost", this::interruptOfTheCall),
        check("interruptOfAWait_endsItWithoutTheCall", this::interruptOfAWait),
        check("refusal_comesWithoutTheCall", this::refusal),
        check("callsThatWait_allEnd", this::manyWaits),
        check("callsInARow_leaveNothing", this::callsInARow));
  }

  private ContractCheck check(String name, ContractCheck.Body body) {
    return new ContractCheck(
        name + " (blocking, " + kind.name().toLowerCase(Locale.ROOT) + " thread)", body);
  }

  private void result() {
    Scene scene = Scene.of(factory);
    Object result = new Object();

    scene.call(kind, () -> result).with(result);
    scene.expectReusable(kind);
  }

  @SuppressWarnings("NullAway") // It doesn't see that the supplier's type is open.
  private void nullResult() {
    Scene scene = Scene.of(factory);

    scene.call(kind, () -> null).with(null);
    scene.expectReusable(kind);
  }

  private void error(Throwable error) {
    Scene scene = Scene.of(factory);

    scene.call(kind, thrower(error)).withError(error);
    scene.expectReusable(kind);
  }

  static ThrowingSupplier<Object, Exception> thrower(Throwable error) {
    return () -> {
      if (error instanceof Error defect) {
        throw defect;
      }
      throw (Exception) error;
    };
  }

  private void nested() {
    Scene scene = Scene.of(factory);
    ProtectedCalls policy = scene.policy();

    scene.call(kind, () -> policy.call(() -> "inner")).with("inner");
    scene.expectReusable(kind);
  }

  private void nestedError() {
    Scene scene = Scene.of(factory);
    ProtectedCalls policy = scene.policy();
    Error error = new LinkageError("defect");

    scene.call(kind, () -> policy.call(thrower(error))).withError(error);
    scene.expectReusable(kind);
  }

  private void interruptBefore() {
    Scene scene = Scene.of(factory);
    ProtectedCalls policy = scene.policy();

    Ended ended =
        Caller.start(
                kind,
                () -> {
                  Thread.currentThread().interrupt();
                  return policy.call(() -> "result");
                })
            .end(scene.time());

    ended.withInterrupt();
    scene.expectReusable(kind);
  }

  private void interruptOfTheCall() throws InterruptedException {
    Scene scene = Scene.of(factory);
    CountDownLatch begun = new CountDownLatch(1);

    Caller caller =
        scene.start(
            kind,
            () -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return "never";
            });
    begun.await();
    caller.interrupt();

    caller.end().withInterrupt();
    scene.expectReusable(kind);
  }

  private void interruptOfAWait() {
    Scene scene = Scene.of(factory);
    Runnable unblock = scene.policy().block().orElse(null);
    if (unblock == null) {
      return;
    }
    scene.takeStock();
    AtomicInteger calls = new AtomicInteger();

    Caller caller = scene.start(kind, calls::incrementAndGet);
    caller.awaitWait();
    caller.interrupt();

    caller.end().withInterrupt();
    Expect.equal(calls.get(), 0, "the number of calls made");
    scene.expectNothingLeft();
    unblock.run();
    scene.call(kind, () -> "again").with("again");
  }

  private void refusal() {
    Scene scene = Scene.of(factory);
    if (!scene.policy().refuse()) {
      return;
    }
    scene.takeStock();
    AtomicInteger calls = new AtomicInteger();

    Ended ended = scene.call(kind, calls::incrementAndGet);

    Expect.refusal(ended.error());
    Expect.equal(calls.get(), 0, "the number of calls made");
    scene.expectNothingLeft();
  }

  /** A thread that waits with a monitor would hold its carrier, of which there are few. */
  private void manyWaits() {
    Scene scene = Scene.of(factory);
    Runnable unblock = scene.policy().block().orElse(null);
    if (unblock == null) {
      return;
    }
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < CALLS_THAT_WAIT; i++) {
      callers.add(scene.start(kind, () -> "result"));
    }
    callers.forEach(Caller::awaitWait);

    unblock.run();

    callers.forEach(caller -> caller.end().with("result"));
    Expect.equal(scene.policy().inUse(), 0L, "what is in use in the end");
  }

  private void callsInARow() {
    Scene scene = Scene.of(factory, Hooks::ignoringErrors);
    ProtectedCalls policy = scene.policy();
    Exception failure = new IOException("down");
    Error defect = new LinkageError("defect");

    Ended ended =
        Caller.start(
                kind,
                () -> {
                  for (int i = 0; i < CALLS_IN_A_ROW; i += 3) {
                    Expect.same(policy.call(() -> "result"), "result", "the result");
                    fails(policy, failure);
                    fails(policy, defect);
                  }
                  return "ended";
                })
            .end(scene.time());

    ended.with("ended");
    scene.expectReusable(kind);
  }

  private static void fails(ProtectedCalls policy, Throwable error) {
    try {
      var unused = policy.call(thrower(error));
    } catch (Throwable e) {
      Expect.same(e, error, "the error");
      return;
    }
    throw new AssertionError("the call should fail");
  }
}
