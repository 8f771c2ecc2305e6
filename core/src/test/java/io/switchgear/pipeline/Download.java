// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.Assessment;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A result that goes on until a test ends it, and that knows whether it was discarded. */
final class Download implements OngoingResult {
  private final int status;
  private final CompletableFuture<Assessment> end = new CompletableFuture<>();
  private final @Nullable RuntimeException discardError;
  private int discards;

  Download(int status) {
    this(status, null);
  }

  Download(int status, @Nullable RuntimeException discardError) {
    this.status = status;
    this.discardError = discardError;
  }

  static Assessment read(@Nullable Download download, @Nullable Throwable error) {
    boolean failed = error != null || (download != null && download.status >= 500);
    return Assessment.of(failed ? Verdict.FAILURE : Verdict.SUCCESS);
  }

  void end(Verdict verdict) {
    end.complete(Assessment.of(verdict));
  }

  void fail(Throwable error) {
    end.completeExceptionally(error);
  }

  boolean isDiscarded() {
    return discards > 0;
  }

  @Override
  public CompletionStage<Assessment> ended() {
    return end;
  }

  @Override
  public void discard() {
    if (discardError != null) {
      throw discardError;
    }
    discards++;
    end(Verdict.IGNORED);
  }
}
