// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.time;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The events to come, the next one first; those of the same time in the order in which they were
 * added. A heap with four children a node, its times beside each other in memory.
 *
 * <p>A cancelled event stays where it is without its task, and is dropped when it is next, or when
 * more than half of the events are cancelled: most timers are, since most calls end in time.
 */
final class EventQueue {
  private static final int FIRST_CAPACITY = 64;
  private static final int CHILDREN_SHIFT = 2;
  private static final int CHILDREN = 1 << CHILDREN_SHIFT;

  /** Below that, sweeping costs more than it gives back. */
  private static final int LEAST_SWEPT = 1_024;

  private long[] dueNanos = new long[FIRST_CAPACITY];
  private Event[] events = new Event[FIRST_CAPACITY];
  private int size;
  private int cancelled;
  private long added;

  /** The events that wait, without the cancelled ones. */
  int size() {
    return size - cancelled;
  }

  Event add(long dueAtNanos, Runnable task) {
    if (size == events.length) {
      dueNanos = Arrays.copyOf(dueNanos, size * 2);
      events = Arrays.copyOf(events, size * 2);
    }
    Event event = new Event(this, added++, task);
    siftUp(size++, dueAtNanos, event);
    return event;
  }

  void cancelled() {
    cancelled++;
    if (cancelled > size / 2 && size >= LEAST_SWEPT) {
      sweep();
    }
  }

  /** The time of the next event; {@code Long.MAX_VALUE} when there is none. */
  long nextNanos() {
    while (size > 0 && events[0].isCancelled()) {
      removeFirst();
      cancelled--;
    }
    return size == 0 ? Long.MAX_VALUE : dueNanos[0];
  }

  /** Removes the next event, to be asked after {@link #nextNanos}; null when there is none. */
  @Nullable Runnable poll() {
    return size == 0 ? null : removeFirst().take();
  }

  private Event removeFirst() {
    Event first = events[0];
    size--;
    long lastNanos = dueNanos[size];
    Event last = events[size];
    Arrays.fill(events, size, size + 1, null);
    if (size > 0) {
      siftDown(0, lastNanos, last);
    }
    return first;
  }

  private void sweep() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (!events[i].isCancelled()) {
        dueNanos[kept] = dueNanos[i];
        events[kept++] = events[i];
      }
    }
    Arrays.fill(events, kept, size, null);
    size = kept;
    cancelled = 0;
    for (int i = (size - 2) >> CHILDREN_SHIFT; i >= 0; i--) {
      siftDown(i, dueNanos[i], events[i]);
    }
  }

  private void siftUp(int from, long nanos, Event event) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >> CHILDREN_SHIFT;
      if (!isBefore(nanos, event, parent)) {
        break;
      }
      put(at, dueNanos[parent], events[parent]);
      at = parent;
    }
    put(at, nanos, event);
  }

  private void siftDown(int from, long nanos, Event event) {
    int at = from;
    int child = firstOf((at << CHILDREN_SHIFT) + 1);
    while (child < size && !isBefore(nanos, event, child)) {
      put(at, dueNanos[child], events[child]);
      at = child;
      child = firstOf((at << CHILDREN_SHIFT) + 1);
    }
    put(at, nanos, event);
  }

  /** The earliest of the siblings that begin at an index; the index when there is none. */
  private int firstOf(int begin) {
    int first = begin;
    int end = Math.min(begin + CHILDREN, size);
    for (int i = begin + 1; i < end; i++) {
      if (isBefore(dueNanos[i], events[i], first)) {
        first = i;
      }
    }
    return first;
  }

  private boolean isBefore(long nanos, Event event, int other) {
    long otherNanos = dueNanos[other];
    return nanos < otherNanos || (nanos == otherNanos && event.isBefore(events[other]));
  }

  private void put(int at, long nanos, Event event) {
    dueNanos[at] = nanos;
    events[at] = event;
  }
}
