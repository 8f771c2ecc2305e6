// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import java.lang.reflect.Method;
import java.util.List;

/** The kinds of thread on which blocking calls are made. */
enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  private static final int FIRST_WITH_VIRTUAL = 21;

  /** Those that this JDK has. */
  static List<ThreadKind> available() {
    return Runtime.version().feature() < FIRST_WITH_VIRTUAL
        ? List.of(PLATFORM)
        : List.of(PLATFORM, VIRTUAL);
  }

  Thread start(Runnable task) {
    if (this == PLATFORM) {
      Thread thread = new Thread(task, "contract");
      thread.setDaemon(true);
      thread.start();
      return thread;
    }
    try {
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      return (Thread) start.invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no virtual threads", e);
    }
  }
}
