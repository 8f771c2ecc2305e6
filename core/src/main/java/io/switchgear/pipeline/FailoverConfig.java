// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.cache.AnswerCache;
import io.switchgear.core.CallOptions;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.TimeSource;
import io.switchgear.core.internal.Arguments;
import io.switchgear.pipeline.Outcome.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a failover. Begin with {@link Failover#named}; each method gives a copy with one
 * setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param <Q> the requests
 * @param <T> the answers
 */
public final class FailoverConfig<Q, T extends @Nullable Object> {
  private static final int MAX_SESSIONS = 100_000;

  private final String name;
  private final List<Target<Q, T>> targets;
  private final Otherwise<Q, T> otherwise;
  private final @Nullable Duration deadline;
  private final Affinity<Q> affinity;

  private FailoverConfig(
      String name,
      List<Target<Q, T>> targets,
      Otherwise<Q, T> otherwise,
      @Nullable Duration deadline,
      Affinity<Q> affinity) {
    this.name = name;
    this.targets = targets;
    this.otherwise = otherwise;
    this.deadline = deadline;
    this.affinity = affinity;
  }

  static <Q, T extends @Nullable Object> FailoverConfig<Q, T> named(String name) {
    return new FailoverConfig<>(
        Arguments.name("name", name),
        List.of(),
        new Otherwise<>(List.of(), null),
        null,
        new Affinity<>(null, null, TimeSource.system()));
  }

  /**
   * Who else can answer, after those named before. The first target is the preferred one.
   *
   * @param targetName what outcomes call it
   * @param pipeline the policies around its calls, without a fallback of its own
   * @param call makes a blocking call
   * @return a copy with this target after the former ones
   * @throws IllegalArgumentException when the name is blank or taken, when the pipeline has a
   *     fallback, or when the targets before are asynchronous
   */
  public FailoverConfig<Q, T> target(
      String targetName, Pipeline<T> pipeline, RequestCall<? super Q, ? extends T> call) {
    Objects.requireNonNull(pipeline, "pipeline");
    Objects.requireNonNull(call, "call");
    checkFallback(targetName, pipeline);
    return target(new Target<>(targetName, request -> pipeline, call, null));
  }

  /**
   * Who else can answer, asynchronously. The first target is the preferred one.
   *
   * @param targetName what outcomes call it
   * @param pipeline the policies around its calls, without a fallback of its own
   * @param call starts a call
   * @return a copy with this target after the former ones
   * @throws IllegalArgumentException when the name is blank or taken, when the pipeline has a
   *     fallback, or when the targets before are blocking
   */
  public FailoverConfig<Q, T> targetAsync(
      String targetName,
      Pipeline<T> pipeline,
      Function<? super Q, ? extends CompletionStage<? extends T>> call) {
    Objects.requireNonNull(pipeline, "pipeline");
    Objects.requireNonNull(call, "call");
    checkFallback(targetName, pipeline);
    return target(
        new Target<>(
            targetName, request -> pipeline, null, (options, request) -> call.apply(request)));
  }

  /**
   * Who else can answer, with policies that depend on the request: those of its tenant, say, out of
   * a {@link KeyedPipeline}.
   *
   * @param targetName what outcomes call it
   * @param pipelines gives a request's pipeline, which must have no fallback of its own; asked more
   *     than once, so it has to be cheap; what it throws ends the request
   * @param call makes a blocking call
   * @return a copy with this target after the former ones
   * @throws IllegalArgumentException when the name is blank or taken, or when the targets before
   *     are asynchronous
   */
  public FailoverConfig<Q, T> target(
      String targetName,
      Function<? super Q, Pipeline<T>> pipelines,
      RequestCall<? super Q, ? extends T> call) {
    Objects.requireNonNull(pipelines, "pipelines");
    Objects.requireNonNull(call, "call");
    return target(new Target<>(targetName, pipelines, call, null));
  }

  /**
   * Who else can answer, asynchronously, with policies that depend on the request, and with calls
   * that are told their deadline.
   *
   * @param targetName what outcomes call it
   * @param pipelines as for {@link #target(String, Function, RequestCall)}
   * @param call starts a call; its options have the target's share of the time that is left
   * @return a copy with this target after the former ones
   * @throws IllegalArgumentException when the name is blank or taken, or when the targets before
   *     are blocking
   */
  public FailoverConfig<Q, T> targetAsync(
      String targetName,
      Function<? super Q, Pipeline<T>> pipelines,
      BiFunction<? super CallOptions, ? super Q, ? extends CompletionStage<? extends T>> call) {
    Objects.requireNonNull(pipelines, "pipelines");
    Objects.requireNonNull(call, "call");
    return target(new Target<>(targetName, pipelines, null, call));
  }

  private static void checkFallback(String targetName, Pipeline<?> pipeline) {
    if (pipeline.hasFallback()) {
      throw new IllegalArgumentException(
          "the pipeline of target "
              + targetName
              + " has a fallback, so the targets after it would never be asked: give the fallback"
              + " to the failover, as otherwise");
    }
  }

  private FailoverConfig<Q, T> target(Target<Q, T> added) {
    Arguments.name("targetName", added.name());
    for (Target<Q, T> known : targets) {
      if (known.name().equals(added.name())) {
        throw new IllegalArgumentException("there is a target " + added.name() + " already");
      }
      if ((known.async() == null) != (added.async() == null)) {
        throw new IllegalArgumentException(
            "the targets of a failover must all be blocking or all be asynchronous");
      }
    }
    List<Target<Q, T>> all = new ArrayList<>(targets);
    all.add(added);
    return new FailoverConfig<>(name, List.copyOf(all), otherwise, deadline, affinity);
  }

  /**
   * What is answered when no target answers: the last good answer to an equal request. Answers of
   * targets are put into the cache, unless the request's {@code equals} or {@code hashCode} throws.
   *
   * @param cache keeps answers by request
   * @param maxAge how old the answer may be at most, 1 ms to 366 days; the cache's own periods
   *     bound it as well
   * @return a copy with this alternative after the former ones
   * @throws IllegalArgumentException when out of range, or when there is such a cache already
   */
  public FailoverConfig<Q, T> otherwiseStale(AnswerCache<Q, T> cache, Duration maxAge) {
    Objects.requireNonNull(cache, "cache");
    Arguments.positive("maxAge", maxAge);
    if (otherwise.cache() != null) {
      throw new IllegalArgumentException("a failover can have one cache");
    }
    Alternative<Q, T> stale =
        request ->
            cache
                .staleUpTo(request, maxAge)
                .map(seen -> new Substitute<T>(seen.value(), Origin.cached(seen.age())))
                .orElse(null);
    return otherwise(new Otherwise<>(otherwise.and(stale), cache));
  }

  /**
   * What is answered when no target answers: a value of less worth.
   *
   * @param value gives the value for a request; when it throws, the next alternative is tried
   * @return a copy with this alternative after the former ones
   */
  public FailoverConfig<Q, T> otherwise(Function<? super Q, ? extends T> value) {
    Objects.requireNonNull(value, "otherwise");
    Alternative<Q, T> degraded =
        request -> new Substitute<T>(value.apply(request), Origin.DEGRADED);
    return otherwise(new Otherwise<>(otherwise.and(degraded), otherwise.cache()));
  }

  private FailoverConfig<Q, T> otherwise(Otherwise<Q, T> next) {
    return new FailoverConfig<>(name, targets, next, deadline, affinity);
  }

  /**
   * How long a request may take over all targets. Each target may take its equal share of what is
   * left, so that a slow one leaves something to the next. Default: as long as the caller says.
   *
   * @param deadline 1 ms to 366 days
   * @return a copy with this deadline
   * @throws IllegalArgumentException when out of range
   */
  public FailoverConfig<Q, T> deadline(Duration deadline) {
    Duration checked = Arguments.positive("deadline", deadline);
    return new FailoverConfig<>(name, targets, otherwise, checked, affinity);
  }

  /**
   * Keeps the requests of a session with the target that has answered one of them, for instance
   * since it holds the conversation so far. Default: each request begins with the first target.
   *
   * @param session the session of a request, with {@code equals} and {@code hashCode}; null for
   *     none, and so is one that throws
   * @return a copy with this affinity
   */
  public FailoverConfig<Q, T> affinity(Function<? super Q, ? extends @Nullable Object> session) {
    Objects.requireNonNull(session, "affinity");
    Affinity<Q> next = new Affinity<>(session, affinity.failBackAfter(), affinity.time());
    return new FailoverConfig<>(name, targets, otherwise, deadline, next);
  }

  /**
   * When a session that another target serves goes back to the first one. Default: not at all,
   * until the other one fails or the session was idle for 10 minutes.
   *
   * @param failBackAfter the time since the other target took over, 1 ms to 366 days
   * @return a copy with this time
   * @throws IllegalArgumentException when out of range
   */
  public FailoverConfig<Q, T> failBackAfter(Duration failBackAfter) {
    Duration checked = Arguments.positive("failBackAfter", failBackAfter);
    Affinity<Q> next = new Affinity<>(affinity.session(), checked, affinity.time());
    return new FailoverConfig<>(name, targets, otherwise, deadline, next);
  }

  /**
   * Where time comes from. Default: {@link TimeSource#system()}.
   *
   * @param time the time
   * @return a copy with this time
   */
  public FailoverConfig<Q, T> time(TimeSource time) {
    Objects.requireNonNull(time, "time");
    Affinity<Q> next = new Affinity<>(affinity.session(), affinity.failBackAfter(), time);
    return new FailoverConfig<>(name, targets, otherwise, deadline, next);
  }

  /**
   * Makes the failover.
   *
   * @return the failover
   * @throws IllegalArgumentException when it has no target, or failBackAfter without affinity
   */
  public Failover<Q, T> build() {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("a failover needs a target");
    }
    if (affinity.failBackAfter() != null && affinity.session() == null) {
      throw new IllegalArgumentException(
          "failBackAfter is about sessions: add affinity, or leave it out");
    }
    return new Failover<>(this);
  }

  /**
   * The name.
   *
   * @return as given
   */
  public String name() {
    return name;
  }

  List<Target<Q, T>> targets() {
    return targets;
  }

  Otherwise<Q, T> otherwise() {
    return otherwise;
  }

  @Nullable Duration deadline() {
    return deadline;
  }

  TimeSource time() {
    return affinity.time();
  }

  /** The session of a request; none when the affinity is broken. */
  @Nullable Object session(Q request) {
    try {
      return affinity.session() == null ? null : affinity.session().apply(request);
    } catch (RuntimeException | Error hookError) {
      Unsuccessful.reportBroken(hookError);
      return null;
    }
  }

  Sessions sessions() {
    KeyLimits limits = KeyLimits.maxKeys(MAX_SESSIONS);
    Duration failBackAfter = affinity.failBackAfter();
    return new Sessions(
        limits, affinity.time(), failBackAfter == null ? Arguments.MAX_DURATION : failBackAfter);
  }

  boolean isAsync() {
    return targets.get(0).async() != null;
  }

  @Override
  public String toString() {
    return name + ": " + String.join(", then ", targets.stream().map(Target::name).toList());
  }

  /** What is answered when no target answers; null when it has nothing either. */
  @FunctionalInterface
  interface Alternative<Q, T extends @Nullable Object> {
    @Nullable Substitute<T> substitute(Q request);
  }

  /** A value that takes the place of an answer. */
  record Substitute<T extends @Nullable Object>(T value, Origin origin) {}

  /** What is answered when no target answers, and where answers are kept for that. */
  record Otherwise<Q, T extends @Nullable Object>(
      List<Alternative<Q, T>> alternatives, @Nullable AnswerCache<Q, T> cache) {

    /** Keeps an answer, unless the request is broken as a key. */
    void keep(Q request, T answer) {
      if (cache == null) {
        return;
      }
      try {
        cache.put(request, answer);
      } catch (RuntimeException | Error hookError) {
        Unsuccessful.reportBroken(hookError);
      }
    }

    private List<Alternative<Q, T>> and(Alternative<Q, T> added) {
      List<Alternative<Q, T>> all = new ArrayList<>(alternatives);
      all.add(added);
      return List.copyOf(all);
    }
  }

  /** Which session a request belongs to, and when sessions go back to the first target. */
  private record Affinity<Q>(
      @Nullable Function<? super Q, ? extends @Nullable Object> session,
      @Nullable Duration failBackAfter,
      TimeSource time) {}
}
