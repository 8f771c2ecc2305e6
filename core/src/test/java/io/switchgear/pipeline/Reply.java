// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt as the simulated dependency sees it, and the stage that it hands out, which may lie.
 */
final class Reply extends CompletableFuture<@Nullable String> {
  enum Kind {
    ANSWER,
    FAILURE,
    THROTTLE,
    HANG,
    CALLERS_MISTAKE,
    BAD_RESULT,
    NULL_RESULT,
    ERROR,
    CANCELLED_BY_ITSELF,
    UNREADABLE,
    /** Tells its listeners twice. */
    TWICE,
    /** Goes on when it is cancelled. */
    STUBBORN,
    /** Has a result when it is cancelled. */
    DONE_ON_CANCEL,
    CANCEL_THROWS,
    /** Can't be cancelled at all. */
    NO_FUTURE,
    THROWS,
    NO_STAGE;

    private static final Kind[] ALL = values();

    static Kind draw(SplittableRandom random) {
      return ALL[random.nextInt(ALL.length)];
    }
  }

  final SimulatedCall call;
  final Kind kind;
  private final Runnable whenEnded;

  /** The generation of the circuit whose trial call it is; 0 for none. */
  int trialOf;

  /** The generation of the circuit that let it in; 0 without a circuit. */
  int generation;

  private boolean ended;
  private boolean cancelled;

  Reply(SimulatedCall call, Kind kind, Runnable whenEnded) {
    this.call = call;
    this.kind = kind;
    this.whenEnded = whenEnded;
  }

  /** Whether the dependency still works on it. */
  boolean isRunning() {
    return !ended;
  }

  /** Whether the pipeline may still hold a permit for it. */
  boolean isWatched() {
    return !ended && !cancelled;
  }

  boolean isCancelRequested() {
    return cancelled;
  }

  /** What ends is counted as ended before anybody hears of it. */
  void end(@Nullable String result, @Nullable Throwable error) {
    markEnded();
    boolean unused = error == null ? super.complete(result) : super.completeExceptionally(error);
  }

  private void markEnded() {
    if (!ended) {
      ended = true;
      whenEnded.run();
    }
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    cancelled = true;
    switch (kind) {
      case STUBBORN -> {
        return false;
      }
      case CANCEL_THROWS -> throw new IllegalStateException("can't be cancelled");
      case DONE_ON_CANCEL -> {
        end(call.value(0), null);
        end(null, new IllegalStateException("and later"));
        return true;
      }
      default -> {
        markEnded();
        return super.cancel(mayInterrupt);
      }
    }
  }

  @Override
  public CompletableFuture<@Nullable String> toCompletableFuture() {
    if (kind == Kind.NO_FUTURE) {
      cancelled = true;
      throw new UnsupportedOperationException("not a future");
    }
    return this;
  }

  @Override
  public CompletableFuture<@Nullable String> whenComplete(
      BiConsumer<? super @Nullable String, ? super @Nullable Throwable> action) {
    if (kind == Kind.TWICE) {
      var unused = super.whenComplete(action);
      return super.whenComplete((result, error) -> action.accept(call.value(0), null));
    }
    return super.whenComplete(action);
  }
}
