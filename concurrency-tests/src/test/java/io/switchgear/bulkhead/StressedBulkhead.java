// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.concurrency.StillTime;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Bulkheads for threads to meet at. */
final class StressedBulkhead {
  private StressedBulkhead() {}

  static Bulkhead of(int maxConcurrent, int maxQueued) {
    return Bulkhead.named("erp")
        .maxConcurrent(maxConcurrent)
        .maxQueued(maxQueued)
        .time(new StillTime())
        .build();
  }

  /** Whether one who waited has a place, how many places are in use and how many wait. */
  static void show(Bulkhead bulkhead, CompletableFuture<BulkheadPermit> waiter, ZII_Result result) {
    result.r1 = waiter.isDone() && !waiter.isCompletedExceptionally();
    result.r2 = bulkhead.inUse();
    result.r3 = bulkhead.queued();
  }
}
