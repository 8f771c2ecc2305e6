// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.core.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts what the upstream receives and does. Its memory is bounded, whatever the clients send.
 *
 * <p><b>Thread safety:</b> safe; one lock, under which only counting is done.
 */
final class StatsRecorder {
  private final ReentrantLock lock = new ReentrantLock();
  private final TimeSource time;

  // Guarded by lock.
  private Counts counts;
  private int inFlight;
  private int hanging;
  private int connections;

  StatsRecorder(TimeSource time) {
    this.time = time;
    this.counts = new Counts(time.nanoTime());
  }

  /** Counts a request that arrived. */
  Received receive(String key) {
    lock.lock();
    try {
      Tally ofKey = counts.keys.of(key);
      ofKey.receive();
      counts.total.receive();
      counts.seconds.at(counts.second(time)).receive();
      inFlight++;
      return new Received(counts, ofKey, counts.total.received());
    } finally {
      lock.unlock();
    }
  }

  /** Forgets what is over and numbers the requests from 1 again. */
  void reset() {
    lock.lock();
    try {
      counts = new Counts(time.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  void connections(int change) {
    lock.lock();
    try {
      connections += change;
    } finally {
      lock.unlock();
    }
  }

  StubStats snapshot() {
    lock.lock();
    try {
      long second = counts.second(time);
      StubStats.Count total = counts.total.count();
      return new StubStats(
          new StubStats.Totals(total.received(), total.byStatus(), counts.cut, counts.aborted),
          new StubStats.Now(second, inFlight, hanging, connections),
          counts.keys.keys(),
          counts.seconds.upTo(second));
    } finally {
      lock.unlock();
    }
  }

  /**
   * A request that was received. It ends once, by one of {@link #answered}, {@link #cut} and {@link
   * #aborted}; its end is counted where its arrival was, so a reset in between loses it.
   */
  final class Received {
    private final Counts home;
    private final Tally ofKey;
    private final long number;
    private boolean hangs;

    private Received(Counts home, Tally ofKey, long number) {
      this.home = home;
      this.ofKey = ofKey;
      this.number = number;
    }

    /** The number of the request, from 1. */
    long number() {
      return number;
    }

    void hangs() {
      lock.lock();
      try {
        hangs = true;
        hanging++;
      } finally {
        lock.unlock();
      }
    }

    void answered(int status) {
      lock.lock();
      try {
        endLocked();
        ofKey.answer(status);
        home.total.answer(status);
        home.seconds.at(home.second(time)).answer(status);
      } finally {
        lock.unlock();
      }
    }

    void cut() {
      lock.lock();
      try {
        endLocked();
        home.cut++;
      } finally {
        lock.unlock();
      }
    }

    void aborted() {
      lock.lock();
      try {
        endLocked();
        home.aborted++;
      } finally {
        lock.unlock();
      }
    }

    private void endLocked() {
      inFlight--;
      if (hangs) {
        hanging--;
      }
    }
  }

  /** Everything that a reset forgets. */
  private static final class Counts {
    private final long originNanos;
    private final Tally total = new Tally();
    private final KeyTallies keys = new KeyTallies();
    private final SecondRing seconds = new SecondRing();
    private long cut;
    private long aborted;

    Counts(long originNanos) {
      this.originNanos = originNanos;
    }

    long second(TimeSource time) {
      return TimeUnit.NANOSECONDS.toSeconds(time.nanoTime() - originNanos);
    }
  }
}
