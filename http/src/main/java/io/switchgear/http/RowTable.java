// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.http.RowMatch.StatusRange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of a profile, found by status, transport error and event. */
final class RowTable {
  private static final Entry[] NONE = {};

  private final Entry[][] byStatus = new Entry[StatusRange.MAX + 1][];
  private final boolean[] looksAtBody = new boolean[StatusRange.MAX + 1];
  private final Map<TransportError, Entry> byTransport = new EnumMap<>(TransportError.class);
  private final List<Entry> ofEvents = new ArrayList<>();
  private final PointerTree places;

  private RowTable(PointerTree places) {
    this.places = places;
  }

  static RowTable of(List<HttpRow> rows) {
    RowTable table =
        new RowTable(
            PointerTree.of(rows.stream().flatMap(it -> it.bodyPlaces().stream()).toList()));
    List<Entry> entries = rows.stream().map(row -> new Entry(row, HttpReading.of(row))).toList();
    for (int status = StatusRange.MIN; status <= StatusRange.MAX; status++) {
      table.addStatus(status, entries);
    }
    entries.forEach(table::addOthers);
    return table;
  }

  private void addStatus(int status, List<Entry> entries) {
    Stream<Entry> those = entries.stream().filter(entry -> entry.row().match().isForStatus(status));
    Entry[] found = those.toArray(Entry[]::new);
    byStatus[status] = found.length == 0 ? NONE : found;
    for (Entry entry : found) {
      looksAtBody[status] |= !entry.row().bodyPlaces().isEmpty();
    }
  }

  private void addOthers(Entry entry) {
    RowMatch match = entry.row().match();
    if (match.header().isEmpty() && match.body().isEmpty()) {
      match.transports().forEach(error -> byTransport.putIfAbsent(error, entry));
    }
    if (!match.events().isEmpty()) {
      ofEvents.add(entry);
    }
  }

  /** The rows for a status, in their order. Allocates nothing. */
  Entry[] ofStatus(int status) {
    return status < StatusRange.MIN || status > StatusRange.MAX ? NONE : byStatus[status];
  }

  @Nullable Entry ofTransport(TransportError error) {
    return byTransport.get(error);
  }

  List<Entry> ofEvents() {
    return ofEvents;
  }

  boolean looksAtBody(int status) {
    return status >= StatusRange.MIN && status <= StatusRange.MAX && looksAtBody[status];
  }

  BodyValues values(String body, boolean truncated) {
    return BodyValues.of(body, truncated, places);
  }

  /**
   * A row with what it says of a result that names no wait.
   *
   * @param row the row
   * @param reading its reading
   */
  record Entry(HttpRow row, HttpReading reading) {
    boolean needsBody() {
      return !row.match().body().isEmpty();
    }
  }
}
