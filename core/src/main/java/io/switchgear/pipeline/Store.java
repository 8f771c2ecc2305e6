// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.cache.AnswerCache;
import io.switchgear.cache.AnswerCacheConfig;
import io.switchgear.cache.AnswerCacheStats;
import io.switchgear.cache.Cached;
import io.switchgear.cache.LoadTimeoutException;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.ContextualCall;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.Outcome.Origin;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cache of a pipeline. What isn't a success passes through it as an answer that is read as a
 * failure: it isn't kept, and an older answer is served in its place.
 */
final class Store {
  private final AnswerCache<Question, @Nullable Object> answers;

  Store(AnswerCacheConfig settings) {
    this.answers = settings.verdicts(Store::read).build();
  }

  private static Assessment read(@Nullable Object answer, @Nullable Throwable error) {
    if (!(answer instanceof Unsuccessful end)) {
      return Assessment.of(error == null ? Verdict.SUCCESS : Verdict.FAILURE);
    }
    return Assessment.of(end.maySubstitute() ? Verdict.FAILURE : Verdict.IGNORED);
  }

  /** The answer as it may be kept and given to many; one that goes on is for one caller alone. */
  static @Nullable Object storable(@Nullable Object answer) {
    if (Ongoing.in(answer) == null) {
      return answer;
    }
    Ongoing.discard(answer);
    IllegalStateException error =
        new IllegalStateException(
            "A result that goes on after the call can't be kept in a cache: read it to its end in"
                + " the call");
    return answer instanceof Unsuccessful end
        ? Unsuccessful.threw(error, end.assessment())
        : Unsuccessful.notMade(error);
  }

  @Nullable Object get(
      CallOptions options,
      Object question,
      ContextualCall<@Nullable Object, RuntimeException> attempts,
      @Nullable Trace trace)
      throws InterruptedException {
    try {
      return noted(answers.get(options, new Question(question), attempts), trace);
    } catch (CallRejectedException | LoadTimeoutException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // The attempts throw nothing: the cache itself can't, for instance since its timer is gone.
      return Unsuccessful.notMade(e);
    }
  }

  CompletableFuture<@Nullable Object> getAsync(
      CallOptions options,
      Object question,
      Function<CallOptions, CompletableFuture<@Nullable Object>> attempts,
      @Nullable Trace trace) {
    CompletableFuture<Cached<@Nullable Object>> seen =
        answers.getAsync(options, new Question(question), attempts);
    CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    var unused = answer.whenComplete((result, error) -> seen.cancel(false));
    var unusedToo =
        seen.whenComplete(
            (cached, error) -> {
              if (error == null) {
                answer.complete(noted(cached, trace));
              } else {
                answer.completeExceptionally(error);
              }
            });
    return answer;
  }

  private static @Nullable Object noted(Cached<@Nullable Object> seen, @Nullable Trace trace) {
    if (seen.origin() != Cached.Origin.LOADED) {
      Trace.origin(trace, Origin.cached(seen.age()));
    }
    return seen.value();
  }

  AnswerCacheStats stats() {
    return answers.stats();
  }

  void invalidate(Object question) {
    answers.invalidate(new Question(question));
  }

  /** What somebody asks for. One whose equals or hashCode throws is like no other. */
  private static final class Question {
    private final Object asked;
    private final int hash;

    Question(Object asked) {
      this.asked = asked;
      this.hash = hash(asked);
    }

    private static int hash(Object asked) {
      try {
        return asked.hashCode();
      } catch (RuntimeException | Error hookError) {
        Unsuccessful.reportBroken(hookError);
        return 0;
      }
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      try {
        return other instanceof Question question
            && hash == question.hash
            && asked.equals(question.asked);
      } catch (RuntimeException | Error hookError) {
        Unsuccessful.reportBroken(hookError);
        return false;
      }
    }
  }
}
