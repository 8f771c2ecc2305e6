// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One caller who waits for an answer without blocking. Whatever is thrown, the future completes.
 */
final class AsyncGet<K, V extends @Nullable Object> {
  private final AnswerCache<K, V> cache;
  private final Loads<K, V> loads;
  private final CallOptions options;
  private final K key;
  private final Supplier<? extends CompletionStage<? extends V>> call;
  private final CompletableFuture<Cached<V>> future = new CompletableFuture<>();

  AsyncGet(
      AnswerCache<K, V> cache,
      Loads<K, V> loads,
      CallOptions options,
      K key,
      Supplier<? extends CompletionStage<? extends V>> call) {
    this.cache = cache;
    this.loads = loads;
    this.options = options;
    this.key = key;
    this.call = call;
  }

  CompletableFuture<Cached<V>> start() {
    attempt();
    return future;
  }

  private void attempt() {
    try {
      Cached<V> late = cache.insteadOfLateCall(key, options.deadline());
      if (late != null) {
        future.complete(late);
        return;
      }
      Flight<V> mine = loads.prepare(key, false);
      Flight<V> other = loads.beginOrJoin(mine);
      if (other == null) {
        lead(mine);
      } else {
        follow(other);
      }
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
  }

  private void lead(Flight<V> mine) {
    Cached<V> arrived = cache.arrivedBefore(key, mine);
    if (arrived != null) {
      future.complete(arrived);
      return;
    }
    CompletableFuture<LoadEnd<V>> seat = take(mine, Deadline.none());
    loads.start(key, mine, options, call);
    var unused = seat.whenComplete((end, error) -> finish(mine, end, error));
  }

  private void follow(Flight<V> other) {
    var unused =
        take(other, options.deadline())
            .whenComplete(
                (end, error) -> {
                  if (error != null || end.isForAll()) {
                    loads.shared();
                    finish(other, end, error);
                  } else {
                    attempt();
                  }
                });
  }

  private CompletableFuture<LoadEnd<V>> take(Flight<V> flight, Deadline deadline) {
    CompletableFuture<LoadEnd<V>> seat = loads.seat(flight, deadline);
    var unused = future.whenComplete((result, error) -> seat.cancel(false));
    return seat;
  }

  private void finish(Flight<V> flight, LoadEnd<V> end, @Nullable Throwable error) {
    if (error != null) {
      future.completeExceptionally(error);
      return;
    }
    try {
      future.complete(cache.handOut(key, flight, end));
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
  }
}
