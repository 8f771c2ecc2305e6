// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Where blocking attempts run unless somebody says where; begun by the first that needs it. */
final class DefaultExecutor {
  static final int MAX_THREADS = 256;

  private DefaultExecutor() {}

  static Executor shared() {
    return Shared.EXECUTOR;
  }

  /** Virtual threads, which the JDK has since 21; this module is compiled for 17. */
  private static Executor start() {
    try {
      MethodHandle virtual =
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  methodType(ExecutorService.class));
      return (ExecutorService) virtual.invokeExact();
    } catch (Throwable e) {
      return platformThreads();
    }
  }

  /** Daemon threads that end when they are idle; nothing waits in a queue. */
  static Executor platformThreads() {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        MAX_THREADS,
        60,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, "switchgear-hedge-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /** The executor of all hedges. */
  private static final class Shared {
    static final Executor EXECUTOR = start();
  }
}
