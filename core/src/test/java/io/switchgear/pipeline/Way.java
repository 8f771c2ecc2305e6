// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallOptions;
import io.switchgear.testkit.VirtualTime;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/** The ways in which a pipeline is used, which must all behave the same. */
enum Way {
  PLATFORM_THREAD,
  VIRTUAL_THREAD,
  ASYNC;

  /** Those that this JDK has. */
  static List<Way> all() {
    List<Way> ways = new ArrayList<>(List.of(PLATFORM_THREAD, ASYNC));
    if (Runtime.version().feature() >= 21) {
      ways.add(VIRTUAL_THREAD);
    }
    return ways;
  }

  /** Makes a call and moves time on whenever it waits. */
  Outcome<String> execute(
      Pipeline<String> pipeline, CallOptions options, Script script, VirtualTime time)
      throws Exception {
    if (this == ASYNC) {
      CompletableFuture<Outcome<String>> outcome = pipeline.executeAsync(options, script::start);
      while (!outcome.isDone() && time.advanceToNextTask()) {
        // The next task may be the one that ends the call.
      }
      return outcome.join();
    }
    var task = new FutureTask<>(() -> pipeline.execute(options, script::make));
    Thread thread = start(task);
    while (!task.isDone()) {
      if (isParkedInAFuture(thread)) {
        time.advanceToNextTask();
      }
      Thread.onSpinWait();
    }
    return task.get();
  }

  private Thread start(Runnable task) throws ReflectiveOperationException {
    if (this == PLATFORM_THREAD) {
      Thread thread = new Thread(task, "caller");
      thread.start();
      return thread;
    }
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    return (Thread) start.invoke(null, task);
  }

  /** Waiting for a lock looks the same otherwise. */
  private static boolean isParkedInAFuture(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    return blocker != null
        && blocker.getClass().getName().startsWith(CompletableFuture.class.getName());
  }
}
