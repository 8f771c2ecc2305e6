// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.lab.scenario.ClientPlan.Naive;

/** A loop around the call, as people write it who know of no better. */
final class NaiveHabit implements Habit {
  private static final long LONGEST_GROWN_NANOS = 5_000_000_000L;

  private final World world;
  private final Naive plan;
  private final long timeoutNanos;
  private final long waitNanos;

  NaiveHabit(World world, Naive plan) {
    this.world = world;
    this.plan = plan;
    this.timeoutNanos = plan.timeout().toNanos();
    this.waitNanos = plan.pause().toNanos();
  }

  @Override
  public void call(Work work, Listener listener) {
    new Loop(work, listener).attempt();
  }

  /** The wait after so many attempts. */
  private long waitNanos(int attempts) {
    return switch (plan.kind()) {
      case NONE, IMMEDIATE -> 0;
      case FIXED -> waitNanos;
      case EXPONENTIAL ->
          Math.min(
              waitNanos << Math.min(attempts - 1, 20), Math.max(waitNanos, LONGEST_GROWN_NANOS));
    };
  }

  /** The attempts for one piece of work. */
  private final class Loop {
    private final Work work;
    private final Listener listener;
    private int attempts;

    Loop(Work work, Listener listener) {
      this.work = work;
      this.listener = listener;
    }

    private void attempt() {
      attempts++;
      new Attempt(world, work.key()) {
        @Override
        void end(Reply reply) {
          replied(reply);
        }

        @Override
        long connectNanos() {
          return timeoutNanos;
        }
      }.start(timeoutNanos);
    }

    private void pause() {
      world.measures().pausing(1);
      if (plan.dumps()) {
        listener.setAside(work);
      }
      ScheduledTask unused =
          world.time().at(world.time().nanoTime() + waitNanos(attempts), this::again);
    }

    private void again() {
      world.measures().pausing(-1);
      attempt();
    }

    private void replied(Reply reply) {
      if (reply.isSuccess()) {
        listener.ended(work, End.SUCCESS, 0);
      } else if (plan.attempts() != 0 && attempts >= plan.attempts()) {
        listener.ended(work, End.FAILURE, 0);
      } else {
        pause();
      }
    }
  }
}
