// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The place of one key's answer. */
final class Slot<V extends @Nullable Object> {
  private static final VarHandle ANSWER;

  static {
    try {
      ANSWER = MethodHandles.lookup().findVarHandle(Slot.class, "answer", Answer.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable Answer<V> answer;

  /** Before this no further call is to be made, since one has failed. */
  private volatile long pausedUntilNanos;

  private volatile boolean touched;

  /** The answer that may be served, as far as its age allows. */
  @Nullable Answer<V> answer() {
    Answer<V> current = answer;
    return current == null || current.isRevoked() ? null : current;
  }

  /**
   * Stores an answer unless it has been overtaken. Its ticket is looked at between the reading of
   * the former answer and the swap: whoever overtakes voids the ticket first and stores then, so
   * either the void ticket is seen or the swap fails.
   */
  void store(Answer<V> next) {
    Answer<V> current = answer;
    while (!next.isRevoked() && !ANSWER.compareAndSet(this, current, next)) {
      current = answer;
    }
  }

  /** Withdraws the answer, if there is one. */
  void clear() {
    Answer<V> current = answer;
    while (current != null && !ANSWER.compareAndSet(this, current, null)) {
      current = answer;
    }
    if (current != null) {
      current.ticket().revoke();
    }
  }

  void pauseUntil(long nanos) {
    pausedUntilNanos = nanos;
  }

  boolean isPausing(long nowNanos) {
    return nowNanos < pausedUntilNanos;
  }

  void touch() {
    if (!touched) {
      touched = true;
    }
  }

  boolean clearTouch() {
    boolean was = touched;
    touched = false;
    return was;
  }
}
