// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the workers of a lane have got for their documents, as they counted it themselves.
 *
 * <p><b>Thread safety:</b> safe.
 */
final class Tally {
  private final Map<Customer, AtomicLongArray> replies = new EnumMap<>(Customer.class);
  private final AtomicLongArray longestWaitNanos = new AtomicLongArray(Customer.values().length);
  private final AtomicInteger pausing = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);

  Tally() {
    for (Customer customer : Customer.values()) {
      replies.put(customer, new AtomicLongArray(Reply.Kind.values().length));
    }
  }

  void count(Document document, Reply.Kind kind, long nowNanos) {
    of(document.customer()).incrementAndGet(kind.ordinal());
    if (kind == Reply.Kind.POSTED) {
      long waitNanos = nowNanos - document.arrivedNanos();
      longestWaitNanos.accumulateAndGet(document.customer().ordinal(), waitNanos, Math::max);
    }
  }

  /**
   * Keeps the calling worker from doing anything for a while.
   *
   * @return whether the worker is to go on
   */
  boolean pause(Duration duration) throws InterruptedException {
    pausing.incrementAndGet();
    try {
      return !ended.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      pausing.decrementAndGet();
    }
  }

  /** Ends all pauses. */
  void end() {
    ended.countDown();
  }

  long count(Customer customer, Reply.Kind kind) {
    return of(customer).get(kind.ordinal());
  }

  long count(Reply.Kind kind) {
    long sum = 0;
    for (Customer customer : Customer.values()) {
      sum += count(customer, kind);
    }
    return sum;
  }

  /** The longest time from a document's arrival until it was posted. */
  Duration longestWait(Customer customer) {
    return Duration.ofNanos(longestWaitNanos.get(customer.ordinal()));
  }

  /** How many workers do nothing because of a 429. */
  int pausing() {
    return pausing.get();
  }

  private AtomicLongArray of(Customer customer) {
    return replies.computeIfAbsent(
        customer, unused -> new AtomicLongArray(Reply.Kind.values().length));
  }
}
