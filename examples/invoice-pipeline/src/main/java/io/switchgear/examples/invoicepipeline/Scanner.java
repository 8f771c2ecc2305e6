// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import io.switchgear.core.TimeSource;
import java.time.Duration;

/** Delivers documents to the backlog, evenly over a time. When it is full, they wait out here. */
final class Scanner {
  private static final Duration STEP = Duration.ofMillis(20);

  private final Backlog backlog;
  private final TimeSource time;
  private final int documents;
  private final Duration over;

  private long startNanos;
  private int delivered;

  /** A scanner of so many documents over a time; with a time of zero they all come at once. */
  Scanner(Backlog backlog, TimeSource time, int documents, Duration over) {
    this.backlog = backlog;
    this.time = time;
    this.documents = documents;
    this.over = over;
  }

  void start() {
    startNanos = time.nanoTime();
    deliver();
  }

  /** Delivers what has come by now, and looks again later. */
  private void deliver() {
    long scanned = scannedAfter(time.nanoTime() - startNanos);
    while (delivered < scanned && backlog.offer(Document.scanned(delivered + 1))) {
      delivered++;
    }
    if (delivered < documents) {
      time.schedule(STEP, this::deliver);
    }
  }

  private long scannedAfter(long elapsedNanos) {
    boolean isOver = elapsedNanos >= over.toNanos();
    return isOver ? documents : elapsedNanos * documents / over.toNanos();
  }
}
