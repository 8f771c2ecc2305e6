// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.time;

import io.switchgear.core.TimeSource.ScheduledTask;
import org.jspecify.annotations.Nullable;

/** A task with its place in the order of events: by time, then by the order of scheduling. */
final class Event implements ScheduledTask {
  private final EventQueue queue;
  private final long order;
  private @Nullable Runnable task;

  Event(EventQueue queue, long order, Runnable task) {
    this.queue = queue;
    this.order = order;
    this.task = task;
  }

  boolean isBefore(Event other) {
    return order < other.order;
  }

  boolean isCancelled() {
    return task == null;
  }

  /** Takes the task out, so that a later {@link #cancel} finds nothing. */
  @Nullable Runnable take() {
    Runnable taken = task;
    task = null;
    return taken;
  }

  @Override
  public void cancel() {
    if (take() != null) {
      queue.cancelled();
    }
  }
}
