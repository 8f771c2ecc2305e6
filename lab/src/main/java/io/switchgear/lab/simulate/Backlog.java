// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.lab.time.LabTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Work that waits for a worker, first come, first served, except for the work of keys that are
 * held, which waits until the hold is over.
 */
final class Backlog {
  private final LabTime time;
  private final Runnable whenReleased;
  private final Map<Integer, Lane> lanes = new HashMap<>();
  private final PriorityQueue<Lane> ready =
      new PriorityQueue<>(Comparator.comparingLong(Lane::firstPlace));
  private long places;
  private int size;

  /**
   * An empty backlog.
   *
   * @param time the time
   * @param whenReleased is run when there may be work again because a hold is over
   */
  Backlog(LabTime time, Runnable whenReleased) {
    this.time = time;
    this.whenReleased = whenReleased;
  }

  int size() {
    return size;
  }

  void add(Work work) {
    work.place(++places);
    putBack(work);
  }

  /** Puts work back to where it was. */
  void putBack(Work work) {
    Lane lane = lanes.computeIfAbsent(work.key(), key -> new Lane());
    ready.remove(lane);
    lane.queue.add(work);
    size++;
    offer(lane);
  }

  /** The next piece of work; null when there is none, or only of keys that are held. */
  @Nullable Work poll() {
    Lane lane = ready.poll();
    if (lane == null) {
      return null;
    }
    Work work = lane.queue.poll();
    size--;
    offer(lane);
    return work;
  }

  /** Holds the work of a key back, longer if it is held already. */
  void hold(int key, long nanos) {
    Lane lane = lanes.computeIfAbsent(key, it -> new Lane());
    long untilNanos = time.nanoTime() + nanos;
    if (untilNanos <= lane.heldUntilNanos) {
      return;
    }
    lane.heldUntilNanos = untilNanos;
    ready.remove(lane);
    ScheduledTask unused = time.at(untilNanos, () -> release(lane));
  }

  private void release(Lane lane) {
    if (!lane.isHeld() && !ready.contains(lane)) {
      offer(lane);
      whenReleased.run();
    }
  }

  private void offer(Lane lane) {
    if (!lane.queue.isEmpty() && !lane.isHeld()) {
      ready.add(lane);
    }
  }

  /** The work of one key. */
  private final class Lane {
    private final PriorityQueue<Work> queue =
        new PriorityQueue<>(Comparator.comparingLong(Work::place));
    private long heldUntilNanos;

    boolean isHeld() {
      return time.nanoTime() < heldUntilNanos;
    }

    long firstPlace() {
      Work first = queue.peek();
      return first == null ? Long.MAX_VALUE : first.place();
    }
  }
}
