// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A call that fails a number of times, each time with another message, and succeeds then. */
final class FlakyCall {
  private final int failures;
  private final AtomicInteger attempts = new AtomicInteger();

  private FlakyCall(int failures) {
    this.failures = failures;
  }

  static FlakyCall failing(int failures) {
    return new FlakyCall(failures);
  }

  static FlakyCall down() {
    return failing(Integer.MAX_VALUE);
  }

  int attempts() {
    return attempts.get();
  }

  String make() throws IOException {
    int attempt = attempts.incrementAndGet();
    if (attempt <= failures) {
      throw new IOException("reset " + attempt);
    }
    return "ok";
  }

  CompletableFuture<String> start() {
    try {
      return CompletableFuture.completedFuture(make());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
