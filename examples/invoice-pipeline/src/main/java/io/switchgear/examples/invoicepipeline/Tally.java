// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what came of calls, since the start.
 *
 * <p><b>Thread safety:</b> safe.
 */
final class Tally {
  private final Map<Entry, LongAdder> counts = new ConcurrentHashMap<>();

  void count(Document document, Reply.Kind kind) {
    Entry entry = new Entry(document.step(), document.customer(), kind);
    counts.computeIfAbsent(entry, none -> new LongAdder()).increment();
  }

  /** How many calls of a step ended so for a customer. */
  long of(Step step, Customer customer, Reply.Kind kind) {
    LongAdder count = counts.get(new Entry(step, customer, kind));
    return count == null ? 0 : count.sum();
  }

  /** How many calls of all steps and customers ended so. */
  long of(Reply.Kind kind) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().kind() == kind)
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  private record Entry(Step step, Customer customer, Reply.Kind kind) {}
}
