// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One of the two pipelines that are compared: a backlog, the workers that share it, and what they
 * have counted.
 */
final class Lane implements AutoCloseable {
  private static final long CALL_MILLIS_MAX = 5_000;

  private final Backlog backlog;
  private final Tally tally;
  private final Arrivals arrivals;
  private final List<Thread> workers = new ArrayList<>();

  Lane(DemoPlan plan, TimeSource time, Backlog backlog, Tally tally) {
    this.backlog = backlog;
    this.tally = tally;
    this.arrivals = new Arrivals(plan, time, backlog);
  }

  /** Lets documents arrive and this many workers post them. */
  void start(int count, Habit habit) {
    arrivals.start();
    for (int number = 1; number <= count; number++) {
      Thread worker = new Thread(() -> work(habit), "demo-worker-" + number);
      worker.setDaemon(true);
      workers.add(worker);
      worker.start();
    }
  }

  private void work(Habit habit) {
    try {
      Optional<Document> document = backlog.take();
      while (document.isPresent()) {
        habit.post(document.get());
        document = backlog.take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Tally tally() {
    return tally;
  }

  int waiting() {
    return backlog.size(Customer.ACME) + backlog.size(Customer.GLOBEX);
  }

  /**
   * Ends the workers. Each one finishes its call first, as a call that is broken off would say
   * something about the API.
   */
  @Override
  public void close() {
    arrivals.close();
    backlog.end();
    tally.end();
    for (Thread worker : workers) {
      try {
        worker.join(CALL_MILLIS_MAX);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
