// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The documents that wait for a worker. Customers take turns; of each one the oldest document that
 * is due comes first. A document that was put back isn't due before its time, and until then costs
 * no worker anything.
 *
 * <p>A document keeps its place from {@link #offer} to {@link #finish}, so that there is always
 * room to put it back.
 *
 * <p><b>Thread safety:</b> safe.
 */
final class Backlog {
  private final TimeSource time;
  private final Semaphore places;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();

  // Guarded by lock. The customer whose turn it is comes first; one without documents isn't there.
  private final Map<Customer, Queue<Document>> due = new LinkedHashMap<>();
  private int dueCount;
  private int putBackCount;

  Backlog(TimeSource time, int capacity) {
    this.time = time;
    this.places = new Semaphore(capacity);
  }

  /** Takes a new document in, unless there is no place for it. */
  boolean offer(Document document) {
    boolean hasPlace = places.tryAcquire();
    if (hasPlace) {
      add(document, 0);
    }
    return hasPlace;
  }

  /** Takes a document again that couldn't be processed now. */
  void putBack(Document document, Duration wait) {
    lock.lock();
    try {
      putBackCount++;
    } finally {
      lock.unlock();
    }
    time.schedule(wait, () -> add(document, 1));
  }

  private void add(Document document, int cameBack) {
    lock.lock();
    try {
      putBackCount -= cameBack;
      dueCount++;
      due.computeIfAbsent(document.customer(), customer -> oldestFirst()).add(document);
      added.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a document is due, and takes it out. */
  Document take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (due.isEmpty()) {
        added.await();
      }
      Map.Entry<Customer, Queue<Document>> turn = due.entrySet().iterator().next();
      Customer customer = turn.getKey();
      Queue<Document> documents = turn.getValue();
      due.remove(customer);
      Document oldest = documents.remove();
      if (!documents.isEmpty()) {
        due.put(customer, documents);
      }
      dueCount--;
      return oldest;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the place of a document free that won't come back. */
  void finish() {
    places.release();
  }

  /** How many documents are due and not put back. */
  Counts counts() {
    lock.lock();
    try {
      return new Counts(dueCount, putBackCount);
    } finally {
      lock.unlock();
    }
  }

  private static Queue<Document> oldestFirst() {
    return new PriorityQueue<>(Comparator.comparingInt(Document::number));
  }

  /** How many documents are due, and how many wait for their time. */
  record Counts(int due, int putBack) {}
}
