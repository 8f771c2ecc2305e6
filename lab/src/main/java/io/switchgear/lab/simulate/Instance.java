// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.lab.scenario.ClientPlan;
import io.switchgear.lab.scenario.ClientPlan.Pool;
import io.switchgear.lab.scenario.Workload.Humans;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An instance of a client: its workers, their queue, and what becomes of work. */
final class Instance implements Habit.Listener {
  /** A program that was refused doesn't ask again at once, whatever it was told. */
  private static final long LEAST_HOLD_NANOS = 50_000_000;

  /** Nor does a queue hand out work that failed again at once. */
  private static final long REDELIVERY_NANOS = 1_000_000_000;

  private final World world;
  private final Habit habit;
  private final @Nullable Pool pool;
  private final Optional<Humans> humans;
  private final long fallbackNanos;
  private final Backlog backlog;
  private int idle;
  private boolean dispatching;

  Instance(World world, Habit habit, ClientPlan plan, Optional<Humans> humans) {
    this.world = world;
    this.habit = habit;
    this.pool = plan.pool().orElse(null);
    this.humans = humans;
    this.fallbackNanos = plan.fallback().map(it -> it.toNanos()).orElse(-1L);
    this.backlog = new Backlog(world.time(), this::dispatch);
    this.idle = pool == null ? 0 : pool.workers();
  }

  int waiting() {
    return backlog.size();
  }

  void accept(Work work) {
    if (pool == null) {
      habit.call(work, this);
    } else if (backlog.size() >= pool.queue()) {
      lost(work);
    } else {
      backlog.add(work);
      dispatch();
    }
  }

  private void dispatch() {
    if (dispatching) {
      return;
    }
    dispatching = true;
    while (idle > 0) {
      Work next = backlog.poll();
      if (next == null) {
        break;
      }
      idle--;
      begin(next);
    }
    dispatching = false;
  }

  private void begin(Work work) {
    long workNanos = pool == null || !work.prepare() ? 0 : pool.work().toNanos();
    if (workNanos == 0) {
      habit.call(work, this);
    } else {
      ScheduledTask unused =
          world.time().at(world.time().nanoTime() + workNanos, () -> habit.call(work, this));
    }
  }

  @Override
  public void ended(Work work, End end, long waitNanos) {
    long nowNanos = world.time().nanoTime();
    idle += work.isAside() ? 0 : 1;
    if (end == End.REFUSAL) {
      world.measures().refused(nowNanos, keepsWork() ? -1 : work.key());
    }
    if (end == End.SUCCESS) {
      world.measures().succeeded(nowNanos, work.arrivedNanos());
      work.done();
    } else if (keepsWork()) {
      if (end == End.REFUSAL) {
        backlog.putBack(work);
        backlog.hold(work.key(), Math.max(LEAST_HOLD_NANOS, waitNanos));
      } else {
        world.measures().pausing(1);
        ScheduledTask unused = world.time().at(nowNanos + REDELIVERY_NANOS, () -> putBack(work));
      }
    } else {
      failed(work);
    }
    if (pool != null) {
      dispatch();
    }
  }

  @Override
  public void setAside(Work work) {
    if (!work.setAside()) {
      idle++;
      if (pool != null) {
        dispatch();
      }
    }
  }

  private void putBack(Work work) {
    world.measures().pausing(-1);
    backlog.putBack(work);
    dispatch();
  }

  private boolean keepsWork() {
    return pool != null && pool.keeps();
  }

  private void failed(Work work) {
    if (fallbackNanos >= 0) {
      world.measures().answeredElsewhere();
      ScheduledTask unused = world.time().at(world.time().nanoTime() + fallbackNanos, work::done);
    } else {
      lost(work);
    }
  }

  /** Nothing has come of it, unless a human tries again. */
  private void lost(Work work) {
    if (humans.isPresent()
        && work.repetitions() < humans.get().times()
        && world.random().nextDouble() < humans.get().share()) {
      Humans who = humans.get();
      work.repeat();
      long range = who.most().toNanos() - who.least().toNanos();
      long afterNanos = who.least().toNanos() + (long) (world.random().nextDouble() * range);
      ScheduledTask unused =
          world.time().at(world.time().nanoTime() + afterNanos, () -> accept(work));
      return;
    }
    world.measures().failed();
    work.done();
  }
}
