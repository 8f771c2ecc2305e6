// SPDX-License-Identifier: Apache-2.0
package io.switchgear.timeout;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Who has interrupted a thread: the timed calls that run on it, one inside the other, or somebody
 * else. The thread has one flag for all of them, and whoever takes an interrupt back must leave
 * those of the others.
 *
 * <p>The lock is taken when a limit is exceeded and not otherwise. Under it nothing is called but
 * {@link Thread#interrupt}: the thread must not go on while it is being interrupted, else the
 * interrupt would hit what it does next.
 */
final class Interrupts {
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private boolean ours;
  private boolean foreign;

  void lock() {
    lock.lock();
  }

  /**
   * Takes the lock on the thread whose interrupts these are. Waiting in the lock would clear the
   * thread's flag for a moment, just when the holder may look whether somebody else has set it; so
   * this waits without parking. The holder does no more than look and interrupt.
   */
  void lockWithoutParking() {
    while (!lock.tryLock()) {
      Thread.onSpinWait();
    }
  }

  void unlock() {
    lock.unlock();
  }

  /** Interrupts a thread; an interrupt that is already there and isn't ours is remembered. */
  void raiseLocked(Thread thread) {
    foreign |= thread.isInterrupted() && !ours;
    ours = true;
    thread.interrupt();
  }

  /**
   * Takes an interrupt of this thread back, unless it is meant for somebody else as well.
   *
   * @param outerExpired whether an outer call has interrupted the thread, too
   */
  void takeBackLocked(boolean outerExpired) {
    boolean unused = Thread.interrupted();
    if (foreign || outerExpired) {
      Thread.currentThread().interrupt();
    }
    ours = outerExpired;
    foreign &= outerExpired;
  }
}
