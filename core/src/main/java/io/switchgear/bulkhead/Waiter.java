// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import java.util.concurrent.CompletableFuture;

/** One who waits for a place. */
final class Waiter {
  private final CompletableFuture<BulkheadPermit> future = new CompletableFuture<>();

  CompletableFuture<BulkheadPermit> future() {
    return future;
  }

  /** One that was cancelled in this very moment doesn't take the place: it is passed on. */
  void admit(BulkheadPermit permit) {
    if (!future.complete(permit)) {
      permit.release();
    }
  }
}
