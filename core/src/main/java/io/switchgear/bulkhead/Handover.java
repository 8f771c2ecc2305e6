// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Tells waiters that they have a place. What depends on a waiter's future runs here and may release
 * places in turn: those waiters are told after it has returned instead of inside of it, so a long
 * queue of short calls can't overflow the stack.
 */
final class Handover {
  /** Who is to be told by this thread; null when it isn't telling anybody. */
  private static final ThreadLocal<@Nullable Queue<Runnable>> PENDING = new ThreadLocal<>();

  private Handover() {}

  static void run(Queue<Runnable> messages) {
    Queue<Runnable> outer = PENDING.get();
    if (outer != null) {
      outer.addAll(messages);
      return;
    }
    PENDING.set(messages);
    try {
      for (Runnable next = messages.poll(); next != null; next = messages.poll()) {
        next.run();
      }
    } finally {
      PENDING.remove();
    }
  }
}
