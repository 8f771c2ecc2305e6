// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import org.jspecify.annotations.Nullable;

/** One call of the upstream, until there is an answer or the client has waited long enough. */
abstract class Attempt implements Runnable {
  static final int OK = 200;

  private final World world;
  private final int key;
  private @Nullable ScheduledTask timeout;
  private long startNanos;
  private long answerNanos = Long.MAX_VALUE;
  private boolean over;

  Attempt(World world, int key) {
    this.world = world;
    this.key = key;
  }

  /** Takes the reply, once. */
  abstract void end(Reply reply);

  /** How long to wait for a connection at the most. */
  abstract long connectNanos();

  /**
   * Makes the call.
   *
   * @param patienceNanos how long to wait for the answer
   */
  final void start(long patienceNanos) {
    startNanos = world.time().nanoTime();
    world.measures().sent(startNanos);
    if (world.upstream().call(key, this)) {
      world.measures().doomed(startNanos, key);
    }
    // Most calls end in time for certain, and a timer costs as much as the call.
    if (answerNanos - startNanos > patienceNanos) {
      timeout = world.time().at(startNanos + patienceNanos, this);
    }
  }

  /** It is certain when the answer comes. */
  final void expect(long atNanos) {
    answerNanos = atNanos;
  }

  /** The answer has come. */
  final void answered(int status, long waitSeconds) {
    end(status == OK ? world.replies().success() : world.replies().of(status, waitSeconds), true);
  }

  /** The connection was refused. */
  final void notConnected() {
    end(world.replies().notConnected(), true);
  }

  /** There is no answer to the wish to connect, so that the wait for it decides. */
  final void connects() {
    ScheduledTask unused =
        world.time().at(world.time().nanoTime() + connectNanos(), this::notConnected);
  }

  /** The wait for the answer is over. */
  @Override
  public final void run() {
    end(world.replies().noAnswer(), false);
  }

  /** The client wants no answer any more. */
  final void giveUp() {
    if (!over) {
      over = true;
      stopTimer();
    }
  }

  private void end(Reply reply, boolean timed) {
    if (over) {
      return;
    }
    over = true;
    if (timed) {
      stopTimer();
    }
    if (!reply.isSuccess()) {
      world.measures().wasted(world.time().nanoTime());
      world.measures().doomed(startNanos, key);
    }
    end(reply);
  }

  private void stopTimer() {
    if (timeout != null) {
      timeout.cancel();
    }
  }
}
