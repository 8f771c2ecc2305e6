// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The documents that wait for a worker. The customers take turns; of each one the oldest document
 * is the first. Those of a customer can be held back for a while, so that the workers go on with
 * the others.
 *
 * <p><b>Thread safety:</b> safe.
 */
final class Backlog {
  private static final List<Customer> CUSTOMERS = List.of(Customer.values());

  /** Many times what arrives in a play. */
  private static final int DOCUMENTS_MAX = 20_000;

  private final TimeSource time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Customer, Deque<Document>> waiting = new EnumMap<>(Customer.class);
  private final Map<Customer, Long> heldUntilNanos = new EnumMap<>(Customer.class);
  private int lastTurn;
  private boolean ended;

  Backlog(TimeSource time) {
    this.time = time;
    for (Customer customer : Customer.values()) {
      waiting.put(customer, new ArrayDeque<>());
      heldUntilNanos.put(customer, 0L);
    }
  }

  void add(Document document) {
    lock.lock();
    try {
      Deque<Document> queue = of(document.customer());
      if (queue.size() >= DOCUMENTS_MAX) {
        throw new IllegalStateException("more than " + DOCUMENTS_MAX + " documents wait");
      }
      queue.addLast(document);
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Puts back a document that couldn't be posted, in front of all others of its customer. */
  void giveBack(Document document) {
    lock.lock();
    try {
      of(document.customer()).addFirst(document);
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Keeps the documents of a customer from the workers for a while. */
  void hold(Customer customer, Duration pause) {
    lock.lock();
    try {
      heldUntilNanos.put(customer, time.nanoTime() + pause.toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** Ends a hold early. */
  void release(Customer customer) {
    lock.lock();
    try {
      heldUntilNanos.put(customer, 0L);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a document that isn't held back, and takes it; empty after the end. */
  Optional<Document> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!ended) {
        long nowNanos = time.nanoTime();
        long wakeNanos = Long.MAX_VALUE;
        for (int i = 1; i <= CUSTOMERS.size(); i++) {
          Customer customer = CUSTOMERS.get((lastTurn + i) % CUSTOMERS.size());
          long heldNanos = heldUntilNanos.getOrDefault(customer, 0L) - nowNanos;
          if (!of(customer).isEmpty() && heldNanos <= 0) {
            lastTurn = customer.ordinal();
            return Optional.of(of(customer).removeFirst());
          }
          wakeNanos = heldNanos > 0 ? Math.min(wakeNanos, heldNanos) : wakeNanos;
        }
        if (changed.awaitNanos(wakeNanos) <= 0) {
          // A hold is over, for the other workers too.
          changed.signalAll();
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /** Gives no more documents to workers. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many documents of a customer wait. */
  int size(Customer customer) {
    lock.lock();
    try {
      return of(customer).size();
    } finally {
      lock.unlock();
    }
  }

  private Deque<Document> of(Customer customer) {
    return waiting.computeIfAbsent(customer, unused -> new ArrayDeque<>());
  }
}
