// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.time.Duration;

/** Lets the documents of each customer arrive evenly. */
final class Arrivals implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(20);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final DemoPlan plan;
  private final TimeSource time;
  private final Backlog backlog;
  private final long[] arrived = new long[Customer.values().length];
  private long startNanos;
  private volatile boolean ended;

  Arrivals(DemoPlan plan, TimeSource time, Backlog backlog) {
    this.plan = plan;
    this.time = time;
    this.backlog = backlog;
  }

  void start() {
    startNanos = time.nanoTime();
    arrive();
  }

  /** Adds what is due by now, and comes again. */
  private void arrive() {
    if (ended) {
      return;
    }
    long nowNanos = time.nanoTime();
    for (Customer customer : Customer.values()) {
      long due = (nowNanos - startNanos) * plan.arrivalsPerSecond(customer) / NANOS_PER_SECOND;
      for (; arrived[customer.ordinal()] < due; arrived[customer.ordinal()]++) {
        backlog.add(new Document(customer, nowNanos));
      }
    }
    time.schedule(STEP, this::arrive);
  }

  @Override
  public void close() {
    ended = true;
  }
}
