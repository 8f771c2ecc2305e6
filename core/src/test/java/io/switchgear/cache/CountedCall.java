// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.core.ThrowingSupplier;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A call that answers "answer 1", "answer 2", … and can be made to fail. */
final class CountedCall implements ThrowingSupplier<String, IOException> {
  private final AtomicInteger made = new AtomicInteger();
  private volatile boolean failing;

  void fail(boolean fails) {
    failing = fails;
  }

  int made() {
    return made.get();
  }

  @Override
  public String get() throws IOException {
    int number = made.incrementAndGet();
    if (failing) {
      throw new IOException("call " + number + " failed");
    }
    return "answer " + number;
  }

  CompletableFuture<String> async() {
    try {
      return CompletableFuture.completedFuture(get());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
