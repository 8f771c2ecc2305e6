// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.cache.Cached.Origin;
import java.util.concurrent.atomic.LongAdder;

/** Striped counters of what was served and what was done for it. */
final class CacheCounters {
  private final LongAdder fresh = new LongAdder();
  private final LongAdder staleRevalidating = new LongAdder();
  private final LongAdder staleOnError = new LongAdder();
  private final Ends loads = new Ends();
  private final Ends refreshes = new Ends();
  private final LongAdder shared = new LongAdder();
  private final LongAdder skipped = new LongAdder();

  void served(Origin origin) {
    switch (origin) {
      case FRESH -> fresh.increment();
      case STALE_REVALIDATING -> staleRevalidating.increment();
      case STALE_ON_ERROR -> staleOnError.increment();
      case LOADED -> {
        // Loads are counted by those who make or share them.
      }
    }
  }

  void started(Flight<?> flight) {
    ends(flight).started.increment();
  }

  void failed(Flight<?> flight) {
    ends(flight).failed.increment();
  }

  void shared() {
    shared.increment();
  }

  void skipped() {
    skipped.increment();
  }

  private Ends ends(Flight<?> flight) {
    return flight.isBackground() ? refreshes : loads;
  }

  AnswerCacheStats.Hits hits() {
    return new AnswerCacheStats.Hits(fresh.sum(), staleRevalidating.sum(), staleOnError.sum());
  }

  AnswerCacheStats.Loads loads() {
    return new AnswerCacheStats.Loads(loads.started.sum(), loads.failed.sum(), shared.sum());
  }

  AnswerCacheStats.Refreshes refreshes() {
    return new AnswerCacheStats.Refreshes(
        refreshes.started.sum(), refreshes.failed.sum(), skipped.sum());
  }

  /** What became of calls. */
  private static final class Ends {
    private final LongAdder started = new LongAdder();
    private final LongAdder failed = new LongAdder();
  }
}
