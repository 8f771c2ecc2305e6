// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which results a row is for: answers with one of the statuses, transport errors, or events of a
 * stream.
 *
 * @param statuses the statuses
 * @param transports the transport errors
 * @param events the names of events; {@code *} is any
 * @param header what the head must be, all of it
 * @param body what the body, or the data of the event, must be, all of it
 */
record RowMatch(
    List<StatusRange> statuses,
    Set<TransportError> transports,
    Set<String> events,
    List<Condition> header,
    List<Condition> body) {
  static final String ANY_EVENT = "*";

  static final RowMatch NOTHING = new RowMatch(List.of(), Set.of(), Set.of(), List.of(), List.of());

  boolean isNothing() {
    return statuses.isEmpty() && transports.isEmpty() && events.isEmpty();
  }

  RowMatch andStatus(StatusRange range) {
    return new RowMatch(added(statuses, range), transports, events, header, body);
  }

  RowMatch andTransport(TransportError error) {
    Set<TransportError> more = EnumSet.of(error);
    more.addAll(transports);
    return new RowMatch(statuses, Set.copyOf(more), events, header, body);
  }

  RowMatch andEvent(String name) {
    Set<String> more = Set.copyOf(added(List.copyOf(events), name));
    return new RowMatch(statuses, transports, more, header, body);
  }

  RowMatch and(Condition condition) {
    return condition.isOfBody()
        ? new RowMatch(statuses, transports, events, header, added(body, condition))
        : new RowMatch(statuses, transports, events, added(header, condition), body);
  }

  private static <T> List<T> added(List<T> list, T item) {
    List<T> more = new ArrayList<>(list);
    more.add(item);
    return List.copyOf(more);
  }

  boolean isForStatus(int status) {
    for (StatusRange range : statuses) {
      if (range.contains(status)) {
        return true;
      }
    }
    return false;
  }

  boolean isForEvent(String name) {
    return events.contains(ANY_EVENT) || events.contains(name);
  }

  /** Whether the head is as it must be. Allocates nothing when its headers don't. */
  boolean fits(ResponseHead head) {
    for (int i = 0; i < header.size(); i++) {
      if (!header.get(i).holds(head)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a text may fit, by a quick look: it must have the last key of each place. */
  boolean mayFit(String text) {
    return body.stream().allMatch(condition -> condition.mayHold(text));
  }

  boolean fits(BodyValues values) {
    return body.stream().allMatch(condition -> condition.holds(values));
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (!statuses.isEmpty()) {
      parts.add(
          "status "
              + statuses.stream().map(StatusRange::toString).collect(Collectors.joining(", ")));
    }
    if (!transports.isEmpty()) {
      parts.add("transport error " + transports);
    }
    if (!events.isEmpty()) {
      parts.add("event " + String.join(", ", events));
    }
    header.forEach(condition -> parts.add(condition.toString()));
    body.forEach(condition -> parts.add(condition.toString()));
    return String.join("; ", parts);
  }

  /** Statuses from one to another, both included. */
  record StatusRange(int first, int last) {
    static final int MIN = 100;
    static final int MAX = 999;

    StatusRange {
      if (first < MIN || last > MAX || first > last) {
        throw new IllegalArgumentException(
            "a status must be from 100 to 999, but is " + first + "-" + last);
      }
    }

    boolean contains(int status) {
      return status >= first && status <= last;
    }

    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }
}
