// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.util.Arrays;

/** Trial calls that run, by their tickets, oldest first. Immutable. */
final class Trials {
  static final Trials NONE = new Trials(new long[0], new long[0]);

  private final long[] tickets;
  private final long[] startsNanos;

  private Trials(long[] tickets, long[] startsNanos) {
    this.tickets = tickets;
    this.startsNanos = startsNanos;
  }

  int count() {
    return tickets.length;
  }

  boolean contains(long ticket) {
    return indexOf(ticket) >= 0;
  }

  private int indexOf(long ticket) {
    int index = tickets.length - 1;
    while (index >= 0 && tickets[index] != ticket) {
      index--;
    }
    return index;
  }

  /** When the oldest began. Expects that there is one. */
  long oldestNanos() {
    return startsNanos[0];
  }

  /** These and one that begins now. */
  Trials with(long ticket, long nowNanos) {
    return with(new Trials(new long[] {ticket}, new long[] {nowNanos}));
  }

  /** These and younger ones. */
  Trials with(Trials younger) {
    if (count() == 0 || younger.count() == 0) {
      return count() == 0 ? younger : this;
    }
    return new Trials(joined(tickets, younger.tickets), joined(startsNanos, younger.startsNanos));
  }

  private static long[] joined(long[] first, long[] second) {
    long[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** These without one; the same object when it isn't among them. */
  Trials without(long ticket) {
    int index = indexOf(ticket);
    return index < 0 ? this : from(0, index).with(from(index + 1, count()));
  }

  /** Those that began after a moment. */
  Trials startedAfter(long nanos) {
    int first = 0;
    while (first < count() && startsNanos[first] <= nanos) {
      first++;
    }
    return from(first, count());
  }

  private Trials from(int first, int end) {
    return new Trials(
        Arrays.copyOfRange(tickets, first, end), Arrays.copyOfRange(startsNanos, first, end));
  }
}
