// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Counts requests and their answers by status. Not safe for use by many threads. */
final class Tally {
  private final Map<Integer, Long> byStatus = new TreeMap<>();
  private long received;

  void receive() {
    received++;
  }

  void answer(int status) {
    byStatus.merge(status, 1L, Long::sum);
  }

  void add(Tally other) {
    received += other.received;
    other.byStatus.forEach((status, count) -> byStatus.merge(status, count, Long::sum));
  }

  long received() {
    return received;
  }

  StubStats.Count count() {
    return new StubStats.Count(received, Collections.unmodifiableMap(new TreeMap<>(byStatus)));
  }
}
