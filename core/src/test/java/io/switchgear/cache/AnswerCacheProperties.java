// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Random sequences of events: the cache does what {@link CacheModel} does. */
class AnswerCacheProperties {
  @Test
  void randomEvents_cacheDoesWhatTheModelDoes() {
    SeededSequences.of(AnswerCacheProperties::event)
        .runs(2_000)
        .check(
            events -> {
              Run run = new Run();
              events.forEach(run::play);
              run.end();
            });
  }

  /** What happens; {@code pick} chooses a key, a caller, a call or a time. */
  private record Event(Kind kind, int pick) {}

  private enum Kind {
    GET,
    ANSWER,
    FAIL,
    IGNORED,
    NULL,
    CANCEL_CALL,
    CANCEL_CALLER,
    PUT,
    INVALIDATE,
    STALE_UP_TO,
    ADVANCE
  }

  private static Event event(SplittableRandom random) {
    // Callers and time are what the others happen to, so there are more of them.
    int kind = random.nextInt(2 * Kind.values().length);
    Kind chosen =
        kind < Kind.values().length ? Kind.values()[kind] : kind % 2 == 0 ? Kind.GET : Kind.ADVANCE;
    return new Event(chosen, random.nextInt(1_000));
  }

  /** The cache and the model side by side. */
  private static final class Run {
    private final VirtualTime time = new VirtualTime();
    private final AnswerCache<String, String> cache =
        AnswerCache.named("rates")
            .freshFor(Duration.ofMillis(CacheModel.FRESH))
            .staleWhileRevalidate(Duration.ofMillis(CacheModel.REVALIDATE - CacheModel.FRESH))
            .staleIfError(Duration.ofMillis(CacheModel.EXPIRY - CacheModel.REVALIDATE))
            .refreshPause(Duration.ofMillis(CacheModel.PAUSE))
            .loadWithin(Duration.ofMillis(CacheModel.LIMIT))
            .verdicts(CacheModel.VERDICTS)
            .time(time)
            .build();
    private final CacheModel model = new CacheModel();
    private final List<CompletableFuture<Cached<String>>> callers = new ArrayList<>();

    /** The calls that were begun, by number, with the caller who began each. */
    private final List<CompletableFuture<String>> calls = new ArrayList<>();

    private final List<Integer> callMakers = new ArrayList<>();
    private final String[] nothing = new String[1];
    private int values;

    void play(Event event) {
      int pick = event.pick();
      String key = "key " + pick % 2;
      switch (event.kind()) {
        case GET -> get(key);
        case ANSWER -> end(pick, CacheModel.End.ANSWER);
        case FAIL -> end(pick, CacheModel.End.FAILURE);
        case IGNORED -> end(pick, CacheModel.End.CALLERS_ERROR);
        case NULL -> end(pick, CacheModel.End.NOTHING);
        case CANCEL_CALL -> end(pick, CacheModel.End.CANCELLED);
        case CANCEL_CALLER -> cancelCaller(pick);
        case PUT -> put(key);
        case INVALIDATE -> invalidate(key);
        case STALE_UP_TO -> staleUpTo(key, pick % 50);
        case ADVANCE -> advance(pick % 13);
      }
      compare();
    }

    private void get(String key) {
      int caller = callers.size();
      callers.add(
          cache.getAsync(
              key,
              () -> {
                CompletableFuture<String> call = new CompletableFuture<>();
                calls.add(call);
                callMakers.add(caller);
                return call;
              }));
      model.get(key, caller, callMakers);
    }

    private void end(int pick, CacheModel.End end) {
      List<Integer> open = open();
      if (open.isEmpty()) {
        return;
      }
      int number = open.get(pick % open.size());
      String value = "value " + values++;
      CompletableFuture<String> call = calls.get(number);
      switch (end) {
        case ANSWER -> call.complete(value);
        case FAILURE -> call.completeExceptionally(new IOException(value));
        case CALLERS_ERROR -> call.completeExceptionally(new IllegalArgumentException(value));
        case NOTHING -> call.complete(nothing[0]);
        case CANCELLED -> call.cancel(true);
      }
      model.end(number, end, value, callMakers);
    }

    private List<Integer> open() {
      List<Integer> open = new ArrayList<>();
      for (int number = 0; number < calls.size(); number++) {
        if (!calls.get(number).isDone()) {
          open.add(number);
        }
      }
      return open;
    }

    private void cancelCaller(int pick) {
      if (callers.isEmpty()) {
        return;
      }
      int caller = pick % callers.size();
      if (callers.get(caller).cancel(true)) {
        model.cancel(caller);
      }
    }

    private void put(String key) {
      String value = "value " + values++;
      cache.put(key, value);
      model.put(key, value);
    }

    private void invalidate(String key) {
      cache.invalidate(key);
      model.invalidate(key);
    }

    private void staleUpTo(String key, int maxAge) {
      String seen =
          cache.staleUpTo(key, Duration.ofMillis(maxAge)).map(CacheModel::text).orElse("nothing");
      assertThat(seen).isEqualTo(model.staleUpTo(key, maxAge));
    }

    private void advance(int millis) {
      time.advance(Duration.ofMillis(millis));
      model.advance(millis);
    }

    private void compare() {
      Map<Integer, String> seen = new HashMap<>();
      for (int caller = 0; caller < callers.size(); caller++) {
        CompletableFuture<Cached<String>> future = callers.get(caller);
        if (future.isDone()) {
          seen.put(caller, CacheModel.text(future));
        }
      }
      assertThat(seen).isEqualTo(model.results());
      assertThat(open()).isEqualTo(model.openCalls());
      assertThat(time.scheduledTasks()).isEqualTo(model.openCalls().size());
    }

    void end() {
      advance(CacheModel.LIMIT);
      compare();

      assertThat(callers).allMatch(CompletableFuture::isDone);
      assertThat(time.scheduledTasks()).isZero();
    }
  }
}
