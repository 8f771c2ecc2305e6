// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.switchgear.concurrency.StillTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;
import org.openjdk.jcstress.infra.results.LZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Callers meet at one question. The map of loads decides who makes the call; it ends in the map
 * only after its answer is stored, so who finds no load under way finds the answer. Who stores or
 * withdraws an answer by hand voids the ticket of the load first and changes the slot then, and a
 * load looks at its ticket right before the swap: the order by hand always stands.
 */
final class LoadsStressTest {
  private LoadsStressTest() {}

  /** Two ask at once: one call answers both. */
  @JCStressTest
  @Outcome(id = "1, true", expect = ACCEPTABLE, desc = "One call, two answers.")
  @Outcome(expect = FORBIDDEN, desc = "Two calls were made, or an answer is missing.")
  @State
  public static class TwoAsk {
    private final Question question = new Question();
    private CompletableFuture<Cached<String>> got1 = new CompletableFuture<>();
    private CompletableFuture<Cached<String>> got2 = new CompletableFuture<>();

    @Actor
    public void actor1() {
      got1 = question.ask();
    }

    @Actor
    public void actor2() {
      got2 = question.ask();
    }

    @Arbiter
    public void arbiter(IZ_Result result) {
      question.end();
      result.r1 = question.calls();
      result.r2 = Question.isAnswered(got1) && Question.isAnswered(got2);
    }
  }

  /** One asks while a call ends: it joins the call or finds its answer. */
  @JCStressTest
  @Outcome(id = "1, true", expect = ACCEPTABLE, desc = "One call answers both.")
  @Outcome(expect = FORBIDDEN, desc = "The call was made again, or an answer is missing.")
  @State
  public static class AskVersusEnd {
    private final Question question = new Question();
    private final CompletableFuture<Cached<String>> first = question.ask();
    private CompletableFuture<Cached<String>> second = new CompletableFuture<>();

    @Actor
    public void actor1() {
      question.end();
    }

    @Actor
    public void actor2() {
      second = question.ask();
    }

    @Arbiter
    public void arbiter(IZ_Result result) {
      result.r1 = question.calls();
      result.r2 = Question.isAnswered(first) && Question.isAnswered(second);
    }
  }

  /** An answer is put in by hand while a call for an older one ends. */
  @JCStressTest
  @Outcome(id = "by hand, true", expect = ACCEPTABLE, desc = "What was put in stands.")
  @Outcome(expect = FORBIDDEN, desc = "An older answer took its place, or the caller has none.")
  @State
  public static class PutVersusEnd {
    private final Question question = new Question();
    private final CompletableFuture<Cached<String>> asked = question.ask();

    @Actor
    public void actor1() {
      question.end();
    }

    @Actor
    public void actor2() {
      question.put("by hand");
    }

    @Arbiter
    public void arbiter(LZ_Result result) {
      result.r1 = question.cached();
      result.r2 = Question.isAnswered(asked);
    }
  }

  /** An answer is withdrawn while the call for it ends. */
  @JCStressTest
  @Outcome(id = "none, true", expect = ACCEPTABLE, desc = "Nobody gets it later.")
  @Outcome(expect = FORBIDDEN, desc = "What was withdrawn is served, or the caller has no answer.")
  @State
  public static class InvalidateVersusEnd {
    private final Question question = new Question();
    private final CompletableFuture<Cached<String>> asked = question.ask();

    @Actor
    public void actor1() {
      question.end();
    }

    @Actor
    public void actor2() {
      question.invalidate();
    }

    @Arbiter
    public void arbiter(LZ_Result result) {
      result.r1 = question.cached();
      result.r2 = Question.isAnswered(asked);
    }
  }

  /** The one who waits for a call goes while another one joins it: that one has an answer. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "It joined, or it made the call anew.")
  @Outcome(expect = FORBIDDEN, desc = "It waits for a call that was given up.")
  @State
  public static class LeaveVersusJoin {
    private final Question question = new Question();
    private final CompletableFuture<Cached<String>> leaving = question.ask();
    private CompletableFuture<Cached<String>> joining = new CompletableFuture<>();

    @Actor
    public void actor1(ZZ_Result result) {
      result.r1 = leaving.cancel(false);
    }

    @Actor
    public void actor2() {
      joining = question.ask();
    }

    @Arbiter
    public void arbiter(ZZ_Result result) {
      question.end();
      result.r2 = Question.isAnswered(joining);
    }
  }

  /** One key of a cache and the call that answers it. */
  private static final class Question {
    private static final String KEY = "question";
    private static final String ANSWER = "answer";

    private final AnswerCache<String, String> cache =
        AnswerCache.named("rates").freshFor(Duration.ofMinutes(1)).time(new StillTime()).build();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile CompletableFuture<String> latestCall = new CompletableFuture<>();

    CompletableFuture<Cached<String>> ask() {
      return cache.getAsync(KEY, this::call);
    }

    private CompletableFuture<String> call() {
      CompletableFuture<String> call = new CompletableFuture<>();
      latestCall = call;
      calls.incrementAndGet();
      return call;
    }

    void end() {
      latestCall.complete(ANSWER);
    }

    void put(String answer) {
      cache.put(KEY, answer);
    }

    void invalidate() {
      cache.invalidate(KEY);
    }

    int calls() {
      return calls.get();
    }

    /** What the next one gets without a call. */
    String cached() {
      Cached<String> cached = cache.atOnce(KEY);
      return cached == null ? "none" : cached.value();
    }

    static boolean isAnswered(CompletableFuture<Cached<String>> future) {
      return future.isDone()
          && !future.isCompletedExceptionally()
          && future.join().value().equals(ANSWER);
    }
  }
}
