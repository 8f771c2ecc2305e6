// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.pipeline.FailoverConfig.Alternative;
import io.switchgear.pipeline.FailoverConfig.Substitute;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks another target when the first one is out: the next provider, another region. Each target has
 * a pipeline, and so a circuit, of its own.
 *
 * <pre>{@code
 * Failover<Request, Completion> llm = Failover.<Request, Completion>named("completion")
 *     .target("openai", openaiPipeline, openai::complete)
 *     .target("anthropic", anthropicPipeline, anthropic::complete)
 *     .deadline(ofSeconds(20))
 *     .otherwiseStale(cache, ofMinutes(5))
 *     .build();
 * Completion completion = llm.call(request);
 * }</pre>
 *
 * <p>A request passes over the targets once. The next one is asked when one refuses the request,
 * fails, throttles or takes more than its share of the deadline; not for a mistake of the caller,
 * which every target would see. A target whose circuit is open costs no time. After a failure, a
 * target that usually takes longer to answer than what is left of the deadline is passed over: the
 * caller gets the failure at once rather than another one later. What comes out when no target
 * answers is an alternative, or the last error; or, when all refused it, a refusal with the time
 * after which the first of them is back.
 *
 * <p>A target's pipeline may depend on the request, such as that of its tenant out of a {@link
 * KeyedPipeline}.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> {@link #call} and {@link #execute} make blocking
 * calls on the caller's thread; the asynchronous forms never block.
 *
 * @param <Q> the requests
 * @param <T> the answers
 */
public final class Failover<Q, T extends @Nullable Object> {
  private final FailoverConfig<Q, T> config;
  private final Sessions sessions;

  /** Of each target, in the order of the targets. */
  private final List<AtomicReference<UsualTime>> usualTimes;

  Failover(FailoverConfig<Q, T> config) {
    this.config = config;
    this.sessions = config.sessions();
    this.usualTimes =
        Stream.generate(() -> new AtomicReference<>(UsualTime.UNKNOWN))
            .limit(config.targets().size())
            .toList();
  }

  /**
   * Begins the settings of a failover.
   *
   * @param <Q> the requests
   * @param <T> the answers
   * @param name what errors, logs and metrics call it
   * @return the settings; name targets and end with {@code build()}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static <Q, T extends @Nullable Object> FailoverConfig<Q, T> named(String name) {
    return FailoverConfig.named(name);
  }

  /**
   * Answers a request by blocking calls.
   *
   * @param request the request
   * @return as {@link #call(CallOptions, Object)}
   */
  public T call(Q request) {
    return call(CallOptions.none(), request);
  }

  /**
   * Answers a request by blocking calls.
   *
   * @param options deadline, priority, whether it may be made twice
   * @param request the request
   * @return the answer of a target or of an alternative
   * @throws FailoverRejectedException when every target refused the request
   * @throws FailoverException when the last target that was called failed; an unchecked exception
   *     that is the caller's own mistake is thrown as it is
   */
  public T call(CallOptions options, Q request) {
    Outcome<T> outcome = execute(options, request);
    Throwable error = outcome.error().orElse(null);
    if (error == null) {
      return outcome.value();
    }
    throw thrown(error, outcome.verdict());
  }

  private RuntimeException thrown(Throwable error, Verdict verdict) {
    if (error instanceof CallRejectedException refusal) {
      return refusal;
    }
    boolean ownMistake = !Unsuccessful.isMissing(error, verdict);
    return ownMistake && error instanceof RuntimeException mistake
        ? mistake
        : new FailoverException(config.name(), error);
  }

  /**
   * Answers a request by blocking calls and tells how that went.
   *
   * @param request the request
   * @return as {@link #execute(CallOptions, Object)}
   */
  public Outcome<T> execute(Q request) {
    return execute(CallOptions.none(), request);
  }

  /**
   * Answers a request by blocking calls and tells how that went. When the thread is interrupted
   * meanwhile, its flag is set afterwards.
   *
   * @param options deadline, priority, whether it may be made twice
   * @param request the request
   * @return the outcome; its attempts are those at all targets
   * @throws IllegalStateException when the targets are asynchronous
   */
  public Outcome<T> execute(CallOptions options, Q request) {
    Passage passage = new Passage(options, request, false);
    for (Target<Q, T> target = passage.next(); target != null; target = passage.next()) {
      RequestCall<? super Q, ? extends T> call = Objects.requireNonNull(target.blocking());
      Outcome<T> seen = target.pipeline(request).execute(passage.share(), () -> call.call(request));
      if (passage.isEndedBy(seen)) {
        return passage.answered(seen);
      }
    }
    return passage.unanswered();
  }

  /**
   * Answers a request asynchronously.
   *
   * @param request the request
   * @return as {@link #callAsync(CallOptions, Object)}
   */
  public CompletableFuture<T> callAsync(Q request) {
    return callAsync(CallOptions.none(), request);
  }

  /**
   * Answers a request asynchronously. The future that is returned always completes, and cancelling
   * it cancels the call under way.
   *
   * @param options deadline, priority, whether it may be made twice
   * @param request the request
   * @return a future with the answer, or that fails as {@link #call(CallOptions, Object)} does
   * @throws IllegalStateException when the targets are blocking
   */
  public CompletableFuture<T> callAsync(CallOptions options, Q request) {
    CompletableFuture<Outcome<T>> outcome = executeAsync(options, request);
    CompletableFuture<T> future = new CompletableFuture<>();
    var unused = future.whenComplete((answer, error) -> outcome.cancel(false));
    var unusedToo = outcome.whenComplete((seen, error) -> complete(future, seen, error));
    return future;
  }

  private void complete(
      CompletableFuture<T> future, @Nullable Outcome<T> seen, @Nullable Throwable failure) {
    if (seen == null) {
      future.completeExceptionally(Verdicts.unwrap(Objects.requireNonNull(failure)));
      return;
    }
    Throwable error = seen.error().orElse(null);
    if (error == null) {
      future.complete(seen.value());
    } else {
      future.completeExceptionally(thrown(error, seen.verdict()));
    }
  }

  /**
   * Answers a request asynchronously and tells how that went.
   *
   * @param request the request
   * @return as {@link #executeAsync(CallOptions, Object)}
   */
  public CompletableFuture<Outcome<T>> executeAsync(Q request) {
    return executeAsync(CallOptions.none(), request);
  }

  /**
   * Answers a request asynchronously and tells how that went.
   *
   * @param options deadline, priority, whether it may be made twice
   * @param request the request
   * @return a future with the outcome; it fails only with an {@link Error}, or when it is cancelled
   * @throws IllegalStateException when the targets are blocking
   */
  public CompletableFuture<Outcome<T>> executeAsync(CallOptions options, Q request) {
    CompletableFuture<Outcome<T>> future = new CompletableFuture<>();
    ask(new Passage(options, request, true), request, future);
    return future;
  }

  private void ask(Passage passage, Q request, CompletableFuture<Outcome<T>> future) {
    try {
      if (future.isDone()) {
        return;
      }
      Target<Q, T> target = passage.next();
      if (target == null) {
        future.complete(passage.unanswered());
        return;
      }
      var call = Objects.requireNonNull(target.async());
      CompletableFuture<Outcome<T>> asked =
          target
              .pipeline(request)
              .executeAsync(passage.share(), given -> call.apply(given, request));
      var unused = future.whenComplete((outcome, error) -> asked.cancel(false));
      var unusedToo =
          asked.whenComplete(
              (seen, error) -> {
                if (error != null) {
                  future.completeExceptionally(Verdicts.unwrap(error));
                } else if (passage.isEndedBy(seen)) {
                  Outcome<T> answer = passage.answered(seen);
                  if (!future.complete(answer) && answer.hasValue()) {
                    Ongoing.discard(answer.value());
                  }
                } else {
                  ask(passage, request, future);
                }
              });
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return config.name();
  }

  @Override
  public String toString() {
    return config.toString();
  }

  /** One request: where it has been, and what is told of that. */
  private final class Passage {
    private final Trace trace = new Trace(config.time());
    private final CallOptions options;
    private final Q request;
    private final @Nullable Object session;
    private final Pass<Q, T> pass;

    Passage(CallOptions given, Q request, boolean async) {
      Objects.requireNonNull(given, "options");
      Objects.requireNonNull(request, "request");
      if (async != config.isAsync()) {
        String forms = config.isAsync() ? "the asynchronous forms" : "call or execute";
        throw new IllegalStateException("the targets of " + name() + " need " + forms);
      }
      this.options = Plan.within(given, config.deadline(), config.time());
      this.request = request;
      this.session = config.session(request);
      this.pass =
          new Pass<>(request, config.targets(), sessions.targetOf(session), options, config.time());
    }

    /** The next target; null when there is none or no time is left. */
    @Nullable Target<Q, T> next() {
      Target<Q, T> next = options.deadline().isOver() ? null : pass.next();
      while (next != null && pass.hasCalled() && !hasTimeForCurrent()) {
        next = pass.next();
      }
      if (next != null) {
        discardMissed();
      }
      return next;
    }

    /** Who has waited for one failure must not wait for another. */
    private boolean hasTimeForCurrent() {
      long left = options.deadline().remainingNanos();
      UsualTime usual = Objects.requireNonNull(usualTimes.get(pass.current()).get());
      return usual.fits(left, config.time().nanoTime());
    }

    /** Something else is to take the place of what the last target gave. */
    private void discardMissed() {
      Outcome<T> missed = pass.latest();
      if (missed != null && missed.hasValue()) {
        Ongoing.discard(missed.value());
      }
    }

    CallOptions share() {
      return pass.share();
    }

    boolean isEndedBy(Outcome<T> seen) {
      trace.include(seen);
      return pass.ends(seen);
    }

    Outcome<T> answered(Outcome<T> seen) {
      if (!seen.hasValue()) {
        return trace.error(seen.error().orElseThrow());
      }
      if (seen.verdict() == Verdict.SUCCESS) {
        sessions.served(session, pass.current());
        learnTime(seen.elapsed().toNanos());
        if (Ongoing.in(seen.value()) == null) {
          config.otherwise().keep(request, seen.value());
        }
      }
      Trace.origin(trace, pass.origin(seen));
      return trace.value(seen.value());
    }

    private void learnTime(long tookNanos) {
      long now = config.time().nanoTime();
      var unused =
          usualTimes.get(pass.current()).updateAndGet(usual -> usual.answered(tookNanos, now));
    }

    Outcome<T> unanswered() {
      Outcome<T> last = pass.lastMade();
      Throwable error = last == null ? refusal() : last.error().orElse(null);
      for (Alternative<Q, T> alternative : config.otherwise().alternatives()) {
        try {
          Substitute<T> substitute = alternative.substitute(request);
          if (substitute != null) {
            Trace.origin(trace, substitute.origin());
            discardMissed();
            return trace.value(substitute.value());
          }
        } catch (Throwable e) {
          if (error != null) {
            Unsuccessful.suppress(error, e);
          }
        }
      }
      return last != null && error == null
          ? trace.value(last.value())
          : trace.error(Objects.requireNonNull(error));
    }

    private Throwable refusal() {
      CallRejectedException earliest = pass.earliestRefusal();
      if (earliest != null) {
        return new FailoverRejectedException(name(), earliest);
      }
      try {
        options.deadline().check(name());
        return new IllegalStateException("no target was asked");
      } catch (DeadlineOverException e) {
        return e;
      }
    }
  }
}
