// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of all caches that weren't given their own. There are few, so that a slow dependency
 * can't take many, and none before the first refresh or half a minute after the last.
 */
final class RefreshThreads {
  private static final int THREADS = 4;
  private static final int QUEUED = 64;

  private RefreshThreads() {}

  /** Runs a task soon, or refuses it when all threads and the queue are taken. */
  static void execute(Runnable task) {
    Pool.EXECUTOR.execute(task);
  }

  /** Started by the first task. */
  private static final class Pool {
    static final ThreadPoolExecutor EXECUTOR = start();

    private static ThreadPoolExecutor start() {
      var executor =
          new ThreadPoolExecutor(
              THREADS,
              THREADS,
              30,
              TimeUnit.SECONDS,
              new ArrayBlockingQueue<>(QUEUED),
              task -> {
                Thread thread = new Thread(task, "switchgear-refresh");
                thread.setDaemon(true);
                return thread;
              });
      executor.allowCoreThreadTimeOut(true);
      return executor;
    }
  }
}
