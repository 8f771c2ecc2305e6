// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Subscription;
import io.switchgear.core.TimeSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The ordered log of transitions of a breaker or of a family, and its delivery to listeners.
 *
 * <p>A circuit changes its phase by compare-and-set and logs the change afterwards; before it
 * changes again, whoever does that makes sure the former change is in the log ({@link #append} does
 * nothing the second time). So the log has each circuit's transitions in their order. Listeners get
 * them from a queue that one thread at a time empties; no lock is held while they run.
 */
final class TransitionLog {
  private static final System.Logger LOGGER = System.getLogger(CircuitBreaker.class.getName());
  private static final int KEPT = 256;
  private static final int WAITING_MAX = 1_024;

  private final TimeSource time;
  private final ReentrantLock lock = new ReentrantLock();
  private final CopyOnWriteArrayList<Registration> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger deliveries = new AtomicInteger();

  // Guarded by lock.
  private final Census census;
  private final ArrayDeque<Transition> recent = new ArrayDeque<>();
  private final ArrayDeque<Transition> waiting = new ArrayDeque<>();
  private long sequence;

  TransitionLog(TimeSource time) {
    this.time = time;
    this.census = new Census(time.nanoTime());
  }

  /** Counts a circuit in, in the state that the log has it in. */
  void enter(Circuit circuit) {
    count(circuit, 1);
  }

  /** Counts a circuit out. */
  void leave(Circuit circuit) {
    count(circuit, -1);
  }

  private void count(Circuit circuit, int places) {
    lock.lock();
    try {
      census.add(circuit.loggedState(), places, time.nanoTime());
      circuit.addPlaces(places);
    } finally {
      lock.unlock();
    }
  }

  /** Logs how a phase was entered, unless that is logged, and delivers what waits. */
  void append(Circuit circuit, Phase phase) {
    Phase.Entry entry = phase.entry();
    if (entry == null || entry.isLogged()) {
      return;
    }
    lock.lock();
    try {
      if (!entry.isLogged()) {
        appendLocked(circuit, phase, entry);
        entry.markLogged();
      }
    } finally {
      lock.unlock();
    }
    deliver();
  }

  private void appendLocked(Circuit circuit, Phase phase, Phase.Entry entry) {
    long agoNanos = Math.max(0, time.nanoTime() - phase.sinceNanos());
    Transition transition =
        new Transition(++sequence, circuit, phase, entry, time.wallTime().minusNanos(agoNanos));
    census.count(entry.from(), phase.state());
    census.add(entry.from(), -circuit.placesIn(entry.from()), phase.sinceNanos());
    census.add(phase.state(), circuit.placesIn(phase.state()), phase.sinceNanos());
    circuit.logged(phase.state());
    addBounded(recent, transition, KEPT);
    addBounded(waiting, transition, WAITING_MAX);
  }

  private static void addBounded(ArrayDeque<Transition> queue, Transition transition, int max) {
    if (queue.size() == max) {
      queue.removeFirst();
    }
    queue.addLast(transition);
  }

  private void deliver() {
    if (deliveries.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      for (Transition next = nextWaiting(); next != null; next = nextWaiting()) {
        for (Registration registration : listeners) {
          registration.deliver(next);
        }
      }
      seen = deliveries.addAndGet(-seen);
    } while (seen != 0);
  }

  private @Nullable Transition nextWaiting() {
    lock.lock();
    try {
      return waiting.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  Subscription subscribe(TransitionListener listener) {
    Registration registration = new Registration(Objects.requireNonNull(listener, "listener"));
    listeners.add(registration);
    return () -> listeners.remove(registration);
  }

  List<Transition> recent() {
    lock.lock();
    try {
      return List.copyOf(recent);
    } finally {
      lock.unlock();
    }
  }

  CircuitStats stats(CallCounters counters) {
    lock.lock();
    try {
      return new CircuitStats(
          counters.calls(),
          counters.permits(),
          census.transitions(),
          census.circuits(),
          census.timeInState(time.nanoTime()));
    } finally {
      lock.unlock();
    }
  }

  /** One listener; equal to itself alone, so that one listener may be registered twice. */
  private static final class Registration {
    private final TransitionListener listener;

    Registration(TransitionListener listener) {
      this.listener = listener;
    }

    /** Whatever a listener throws, the circuit's work goes on. */
    void deliver(Transition transition) {
      try {
        listener.onTransition(transition);
      } catch (RuntimeException | Error e) {
        LOGGER.log(System.Logger.Level.ERROR, "A listener failed on transition " + transition, e);
      }
    }
  }
}
