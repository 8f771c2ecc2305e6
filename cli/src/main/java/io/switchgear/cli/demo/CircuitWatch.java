// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the circuit of each customer by the replies that the workers get.
 *
 * <p><b>Thread safety:</b> safe.
 */
final class CircuitWatch {
  private final Tally tally;
  private final Map<Customer, Trace> traces = new EnumMap<>(Customer.class);

  CircuitWatch(Tally tally) {
    this.tally = tally;
    for (Customer customer : Customer.values()) {
      traces.put(customer, new Trace());
    }
  }

  void see(Document document, Reply reply, long nowNanos) {
    tally.count(document, reply.kind(), nowNanos);
    of(document.customer()).see(reply, nowNanos);
  }

  Circuit circuit(Customer customer, long nowNanos) {
    return of(customer).circuit(nowNanos);
  }

  /** How long after the first 429 the first rejection came; zero when none did. */
  Duration tripTime(Customer customer) {
    return of(customer).tripTime();
  }

  /** When the trial calls were sent, on the clock of the play. */
  List<Long> trialNanos(Customer customer) {
    return of(customer).trialNanos();
  }

  private Trace of(Customer customer) {
    return traces.computeIfAbsent(customer, unused -> new Trace());
  }

  /**
   * A circuit at a moment.
   *
   * @param isOpen whether calls are rejected
   * @param trials how many trial calls there were since it opened
   * @param untilTrial how long it will take until the next; zero when it is closed
   */
  record Circuit(boolean isOpen, int trials, Duration untilTrial) {}

  /** What was seen of one customer's circuit. */
  private static final class Trace {
    private static final long NEVER = -1;

    private boolean isOpen;
    private long firstThrottledNanos = NEVER;
    private long firstRejectedNanos = NEVER;
    private long openedNanos = NEVER;
    private long closedNanos = NEVER;
    private long nextTrialNanos;
    private final List<Long> trialNanos = new ArrayList<>();

    synchronized void see(Reply reply, long nowNanos) {
      // What was sent before the circuit opened says nothing about it any more.
      boolean isTrial =
          isOpen && reply.sentNanos() > openedNanos && reply.kind() != Reply.Kind.REJECTED;
      if (isTrial) {
        trialNanos.add(reply.sentNanos());
      }
      switch (reply.kind()) {
        case POSTED -> {
          if (isTrial) {
            isOpen = false;
            closedNanos = nowNanos;
          }
        }
        case THROTTLED, FAILED -> {
          if (firstThrottledNanos == NEVER) {
            firstThrottledNanos = nowNanos;
          }
        }
        case REJECTED -> {
          if (firstRejectedNanos == NEVER) {
            firstRejectedNanos = nowNanos;
          }
          // What was sent before the circuit closed may be seen after that.
          if (!isOpen && reply.sentNanos() > closedNanos) {
            isOpen = true;
            openedNanos = nowNanos;
          }
          nextTrialNanos = nowNanos + reply.retryAfter().toNanos();
        }
      }
    }

    synchronized Circuit circuit(long nowNanos) {
      long waitNanos = isOpen ? Math.max(0, nextTrialNanos - nowNanos) : 0;
      return new Circuit(isOpen, trialNanos.size(), Duration.ofNanos(waitNanos));
    }

    synchronized Duration tripTime() {
      return firstRejectedNanos == NEVER
          ? Duration.ZERO
          : Duration.ofNanos(firstRejectedNanos - firstThrottledNanos);
    }

    synchronized List<Long> trialNanos() {
      return List.copyOf(trialNanos);
    }
  }
}
