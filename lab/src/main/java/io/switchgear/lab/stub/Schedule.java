// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the phases of a schedule and tells which behavior is on. Each phase begins at its
 * own time counted from the start, so a late timer doesn't delay the phases after it.
 *
 * <p><b>Thread safety:</b> none; all methods, and the listener, run on the executor's one thread.
 */
final class Schedule {
  private final List<StubPhase> phases;
  private final TimeSource time;
  private final Executor executor;
  private final Consumer<StubBehavior> listener;

  private int index;
  private long endNanos;
  private boolean stopped;
  private @Nullable ScheduledTask next;

  Schedule(
      List<StubPhase> phases, TimeSource time, Executor executor, Consumer<StubBehavior> listener) {
    this.phases = phases;
    this.time = time;
    this.executor = executor;
    this.listener = listener;
    this.endNanos = time.nanoTime();
  }

  /** Tells the first behavior, and each later one in its time. */
  void start() {
    begin(0);
  }

  /** Tells nothing any more. */
  void stop() {
    stopped = true;
    if (next != null) {
      next.cancel();
    }
  }

  private void begin(int phase) {
    index = phase;
    if (index < phases.size() - 1) {
      endNanos += phases.get(index).duration().toNanos();
      Duration left = Duration.ofNanos(endNanos - time.nanoTime());
      next = time.schedule(left, () -> executor.execute(this::advance));
    }
    listener.accept(phases.get(index).behavior());
  }

  private void advance() {
    // The timer may have fired just before it was cancelled.
    if (!stopped) {
      begin(index + 1);
    }
  }
}
