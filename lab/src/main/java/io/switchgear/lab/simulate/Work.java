// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import org.jspecify.annotations.Nullable;

/** Something that somebody wants done, for which the upstream must be called. */
final class Work {
  private final long arrivedNanos;
  private final int key;
  private final String method;
  private final @Nullable Runnable whenDone;
  private int repetitions;
  private boolean prepared;
  private long place;
  private boolean aside;

  /**
   * A piece of work.
   *
   * @param arrivedNanos when it came
   * @param key the number of its key
   * @param method the method of its request
   * @param whenDone is run when it has ended for good; null when nobody waits for it
   */
  Work(long arrivedNanos, int key, String method, @Nullable Runnable whenDone) {
    this.arrivedNanos = arrivedNanos;
    this.key = key;
    this.method = method;
    this.whenDone = whenDone;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  int key() {
    return key;
  }

  String method() {
    return method;
  }

  void done() {
    if (whenDone != null) {
      whenDone.run();
    }
  }

  /** How often its human has tried again, this time included. */
  int repeat() {
    return ++repetitions;
  }

  int repetitions() {
    return repetitions;
  }

  /** Whether this is the first time that it is asked. */
  boolean prepare() {
    boolean first = !prepared;
    prepared = true;
    return first;
  }

  /** Whether it has a worker no more; it is told so from now on. */
  boolean setAside() {
    boolean before = aside;
    aside = true;
    return before;
  }

  boolean isAside() {
    return aside;
  }

  /** Its place in the queue, which it keeps when it comes back. */
  long place() {
    return place;
  }

  void place(long number) {
    place = number;
  }
}
