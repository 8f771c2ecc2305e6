// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A cache for one thread in plain steps of a millisecond, to compare the real one with. */
final class CacheModel {
  static final int FRESH = 10;
  static final int REVALIDATE = 20;
  static final int EXPIRY = 40;
  static final int PAUSE = 3;
  static final int LIMIT = 15;

  static final Verdicts<@Nullable Object> VERDICTS =
      (result, error) ->
          error instanceof IllegalArgumentException
              ? Assessment.of(Verdict.IGNORED)
              : Verdicts.standard().assess(result, error);

  /** How a call ends. */
  enum End {
    ANSWER,
    NOTHING,
    FAILURE,
    CALLERS_ERROR,
    CANCELLED
  }

  private record Stored(String value, int born) {}

  private static final class Call {
    private final String key;
    private final int born;
    private final boolean background;
    private final int maker;
    private final List<Integer> waiting = new ArrayList<>();
    private boolean open = true;

    Call(String key, int born, boolean background, int maker) {
      this.key = key;
      this.born = born;
      this.background = background;
      this.maker = maker;
    }
  }

  private final Map<String, Stored> answers = new HashMap<>();
  private final Map<String, Integer> pausedUntil = new HashMap<>();
  private final Map<String, Call> current = new HashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<Integer, String> results = new HashMap<>();
  private int now;

  void get(String key, int caller, List<Integer> makers) {
    String served = atOnce(key);
    if (served == null) {
      await(key, caller, makers);
      return;
    }
    results.put(caller, served);
    if (served.startsWith("STALE_REVALIDATING") && !current.containsKey(key) && !isPausing(key)) {
      begin(key, true, caller);
    }
  }

  private @Nullable String atOnce(String key) {
    Stored stored = answers.get(key);
    if (stored == null) {
      return null;
    }
    int age = now - stored.born;
    if (age < FRESH) {
      return text("FRESH", stored);
    }
    if (age < REVALIDATE) {
      return text("STALE_REVALIDATING", stored);
    }
    return age < EXPIRY && isPausing(key) ? text("STALE_ON_ERROR", stored) : null;
  }

  private @Nullable String insteadOfCall(String key) {
    Stored stored = answers.get(key);
    if (stored == null || now - stored.born >= EXPIRY) {
      return null;
    }
    return text(now - stored.born < FRESH ? "FRESH" : "STALE_ON_ERROR", stored);
  }

  private boolean isPausing(String key) {
    return now < pausedUntil.getOrDefault(key, 0);
  }

  private String text(String origin, Stored stored) {
    return origin + " " + stored.value + " " + (now - stored.born);
  }

  private void await(String key, int caller, List<Integer> makers) {
    Call call = current.get(key);
    if (call == null) {
      // Which of several waiting callers makes a call anew isn't said: take the one who did.
      call = begin(key, false, makers.get(calls.size()));
    }
    call.waiting.add(caller);
  }

  private Call begin(String key, boolean background, int maker) {
    Call call = new Call(key, now, background, maker);
    calls.add(call);
    current.put(key, call);
    return call;
  }

  void end(int number, End end, String value, List<Integer> makers) {
    Call call = calls.get(number);
    call.open = false;
    boolean owned = current.get(call.key) == call;
    Stored stored = new Stored(value, call.born);
    if (owned) {
      current.remove(call.key);
      if (end == End.ANSWER && now - call.born < EXPIRY) {
        answers.put(call.key, stored);
      } else if (end == End.NOTHING) {
        withdraw(call.key);
      }
    }
    boolean failed = end == End.FAILURE;
    if (failed || (call.background && end != End.ANSWER && end != End.NOTHING)) {
      pause(call.key);
    }
    for (int caller : List.copyOf(call.waiting)) {
      switch (end) {
        case ANSWER -> results.put(caller, text("LOADED", stored));
        case NOTHING -> results.put(caller, text("LOADED", new Stored("null", call.born)));
        case FAILURE -> fail(call, caller, "java.io.IOException: " + value);
        case CALLERS_ERROR -> results.put(caller, "java.lang.IllegalArgumentException: " + value);
        case CANCELLED -> cancelled(call, caller, makers);
      }
    }
  }

  private void fail(Call call, int caller, String error) {
    String instead = insteadOfCall(call.key);
    results.put(caller, instead == null ? error : instead);
  }

  /** Its maker gets what happened; the others ask anew. */
  private void cancelled(Call call, int caller, List<Integer> makers) {
    if (!call.background && caller == call.maker) {
      results.put(caller, "cancelled");
      return;
    }
    String served = current.containsKey(call.key) ? null : atOnce(call.key);
    if (served == null) {
      await(call.key, caller, makers);
    } else {
      results.put(caller, served);
    }
  }

  void cancel(int caller) {
    results.put(caller, "cancelled");
    for (Call call : calls) {
      boolean wasWaiting = call.open && call.waiting.remove((Integer) caller);
      if (wasWaiting && call.waiting.isEmpty() && !call.background) {
        call.open = false;
        current.remove(call.key, call);
      }
    }
  }

  void put(String key, String value) {
    current.remove(key);
    answers.put(key, new Stored(value, now));
  }

  void invalidate(String key) {
    current.remove(key);
    withdraw(key);
  }

  private void withdraw(String key) {
    answers.remove(key);
    pausedUntil.remove(key);
  }

  private void pause(String key) {
    if (answers.containsKey(key)) {
      pausedUntil.put(key, now + PAUSE);
    }
  }

  String staleUpTo(String key, int maxAge) {
    Stored stored = answers.get(key);
    String instead = insteadOfCall(key);
    return stored == null || instead == null || now - stored.born > maxAge ? "nothing" : instead;
  }

  void advance(int millis) {
    for (int i = 0; i < millis; i++) {
      now++;
      for (Call call : List.copyOf(calls)) {
        if (call.open && now - call.born == LIMIT) {
          expire(call);
        }
      }
    }
  }

  private void expire(Call call) {
    call.open = false;
    current.remove(call.key, call);
    pause(call.key);
    for (int caller : call.waiting) {
      fail(call, caller, LoadTimeoutException.class.getName());
    }
  }

  Map<Integer, String> results() {
    return results;
  }

  List<Integer> openCalls() {
    List<Integer> open = new ArrayList<>();
    for (int number = 0; number < calls.size(); number++) {
      if (calls.get(number).open) {
        open.add(number);
      }
    }
    return open;
  }

  /** What a caller got, in the words of the model. */
  static String text(CompletableFuture<Cached<String>> future) {
    assertThat(future).isDone();
    if (future.isCancelled()) {
      return "cancelled";
    }
    return future.handle((cached, error) -> error == null ? text(cached) : text(error)).join();
  }

  static String text(Cached<String> cached) {
    return cached.origin() + " " + cached.value() + " " + cached.age().toMillis();
  }

  private static String text(Throwable error) {
    return error instanceof LoadTimeoutException ? error.getClass().getName() : error.toString();
  }
}
