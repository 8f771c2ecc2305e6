// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Stages that do less than a future does, as those of other libraries may. */
final class Stages {
  private Stages() {}

  /** A call that can't be stopped. */
  static final class Uncancellable extends CompletableFuture<String> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }
  }

  /** A stage without a future, which its interface allows. */
  static final class WithoutFuture extends CompletableFuture<String> {
    static WithoutFuture completed() {
      WithoutFuture stage = new WithoutFuture();
      stage.complete("result");
      return stage;
    }

    @Override
    public CompletableFuture<String> toCompletableFuture() {
      throw new UnsupportedOperationException("toCompletableFuture");
    }
  }

  /** A defect of another library: nobody will ever be told of the end. */
  static final class Unwatchable extends CompletableFuture<Object> {
    private final RuntimeException error;

    Unwatchable(RuntimeException error) {
      this.error = error;
    }

    @Override
    public CompletableFuture<Object> whenComplete(
        BiConsumer<? super Object, ? super Throwable> action) {
      throw error;
    }
  }
}
