// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.core.TimeSource.ScheduledTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A load under way: one call that all who ask meanwhile wait for. It ends once. */
final class Flight<V extends @Nullable Object> {
  private final Question question;
  private final Ticket ticket;
  private final boolean background;
  private final CompletableFuture<LoadEnd<V>> end = new CompletableFuture<>();
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** The one who makes the call and those who joined; at 0 nobody joins any more. */
  private final AtomicInteger waiting = new AtomicInteger(1);

  /** Set before the end is looked at, as the next one, so that one of two sides sees the other. */
  private volatile @Nullable ScheduledTask timer;

  private volatile @Nullable CompletionStage<?> stage;

  Flight(Question question, long nowNanos, boolean background) {
    this.question = question;
    this.ticket = new Ticket(nowNanos);
    this.background = background;
  }

  Question question() {
    return question;
  }

  Ticket ticket() {
    return ticket;
  }

  /** Whether nobody waited when it began. */
  boolean isBackground() {
    return background;
  }

  /** Whether one more may wait for it. */
  boolean join() {
    int before = waiting.get();
    while (before > 0 && !waiting.compareAndSet(before, before + 1)) {
      before = waiting.get();
    }
    return before > 0;
  }

  /** Whether the one who leaves was the last who waited. */
  boolean leave() {
    return waiting.decrementAndGet() == 0;
  }

  void limitBy(ScheduledTask limit) {
    timer = limit;
    if (isOver()) {
      limit.cancel();
    }
  }

  void follow(CompletionStage<?> started) {
    stage = started;
    if (isOver()) {
      cancelStage();
    }
  }

  /** The right to end it, which one gets. */
  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  boolean isOver() {
    return claimed.get();
  }

  /** Ends it, by the one who has claimed that. */
  void complete(LoadEnd<V> how) {
    ScheduledTask limit = timer;
    if (limit != null) {
      limit.cancel();
    }
    end.complete(how);
  }

  /** Nobody waits for the call any more. A stage that can't be cancelled goes on. */
  void cancelStage() {
    CompletionStage<?> started = stage;
    if (started == null) {
      return;
    }
    try {
      started.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      Loads.LOGGER.log(System.Logger.Level.DEBUG, "A load can't be cancelled", e);
    }
  }

  /** A future for one who waits; to cancel or complete it doesn't touch the others. */
  CompletableFuture<LoadEnd<V>> seat() {
    return end.copy();
  }
}
