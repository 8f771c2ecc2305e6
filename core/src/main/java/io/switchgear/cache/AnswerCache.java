// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.cache.Cached.Origin;
import io.switchgear.cache.LoadEnd.Meaning;
import io.switchgear.core.CallOptions;
import io.switchgear.core.ContextualCall;
import io.switchgear.core.Deadline;
import io.switchgear.core.DeadlineOverException;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.internal.Arguments;
import io.switchgear.core.internal.Waiting;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the answers of a dependency, so that it needn't be asked each time and something can be
 * said when it can't be asked.
 *
 * <pre>{@code
 * AnswerCache<Parcel, Rates> rates = AnswerCache.named("rates")
 *     .freshFor(ofMinutes(5))
 *     .staleWhileRevalidate(ofMinutes(10))
 *     .staleIfError(ofHours(1))
 *     .build();
 * Cached<Rates> seen = rates.get(parcel, () -> api.rates(parcel));
 * }</pre>
 *
 * <p>A fresh answer is served without a call. Then, for a while, it is served at once while one
 * call in the background brings a new one; then it is served only when the call fails or is
 * refused; and then nobody gets it any more. A key has one call under way at most: whoever asks
 * meanwhile waits for it or gets what is there.
 *
 * <p>Those who wait share the end of the call, be it an answer or an error; so all calls of one
 * cache should be able to throw the same checked exceptions. When the one who makes the call is
 * cancelled, interrupted or past its deadline, or the call throws an {@link Error}, another of them
 * makes it anew. A call that returns null isn't cached; null is passed on, and what was there is
 * withdrawn.
 *
 * <p><b>Thread safety:</b> safe. A hit is a lookup and a reading of the clock, without a lock.
 * <b>Blocking:</b> {@link #get} makes the call on the caller's thread or waits for another
 * caller's, without holding a monitor; nothing else blocks.
 *
 * @param <K> the questions: what makes two calls the same one, with {@code equals} and {@code
 *     hashCode}
 * @param <V> the answers, which many callers get
 */
public final class AnswerCache<K, V extends @Nullable Object> {
  private final AnswerCacheConfig config;
  private final Freshness freshness;
  private final AnswerStore<K, V> answers;
  private final Loads<K, V> loads;
  private final CacheCounters counters = new CacheCounters();

  AnswerCache(AnswerCacheConfig config) {
    this.config = config;
    this.freshness = config.freshness();
    KeyLimits limits = KeyLimits.maxKeys(config.maxEntries()).idleAfter(config.idleAfter());
    this.answers = new AnswerStore<>(limits, config.time());
    this.loads = new Loads<>(config, answers, counters);
  }

  /**
   * Begins the settings of a cache. Unless set otherwise an answer is fresh for a minute and isn't
   * served after.
   *
   * @param name what errors, logs and metrics call it
   * @return the settings; end with {@code build()}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static AnswerCacheConfig named(String name) {
    return AnswerCacheConfig.named(name);
  }

  /**
   * The answer to a question: from the cache, or by a blocking call.
   *
   * @param <E> the checked exception that the call may throw
   * @param key the question
   * @param call asks the dependency; runs on this thread, or later in the background
   * @return as {@link #get(CallOptions, Object, ThrowingSupplier)}
   * @throws E when the call throws it and there is no older answer to serve
   * @throws InterruptedException when the thread is interrupted while it waits for another caller's
   *     call
   */
  public <E extends Exception> Cached<V> get(K key, ThrowingSupplier<? extends V, E> call)
      throws E, InterruptedException {
    return get(CallOptions.none(), key, call);
  }

  /**
   * The answer to a question: from the cache, or by a blocking call. A call that was begun by this
   * caller isn't ended at the deadline; that is a timeout's job.
   *
   * @param <E> the checked exception that the call may throw
   * @param options until when the caller waits for another caller's call
   * @param key the question
   * @param call asks the dependency; runs on this thread, or later in the background, where the
   *     deadline doesn't apply
   * @return the answer
   * @throws E when the call throws it and there is no older answer to serve
   * @throws InterruptedException when the thread is interrupted while it waits for another caller's
   *     call
   * @throws DeadlineOverException when the deadline is over before there is an answer
   * @throws LoadTimeoutException when another caller's call takes too long
   */
  public <E extends Exception> Cached<V> get(
      CallOptions options, K key, ThrowingSupplier<? extends V, E> call)
      throws E, InterruptedException {
    Objects.requireNonNull(call, "call");
    return get(options, key, given -> call.get());
  }

  /**
   * The answer to a question: from the cache, or by a blocking call that hands its options on. In
   * the background these are the caller's without the deadline.
   *
   * @param <E> the checked exception that the call may throw
   * @param options until when the caller waits for another caller's call
   * @param key the question
   * @param call asks the dependency
   * @return as {@link #get(CallOptions, Object, ThrowingSupplier)}
   * @throws E as there
   * @throws InterruptedException as there
   */
  public <E extends Exception> Cached<V> get(
      CallOptions options, K key, ContextualCall<? extends V, E> call)
      throws E, InterruptedException {
    check(options, key, call);
    Cached<V> served = atOnce(key);
    if (served == null) {
      return load(options, key, () -> call.get(options));
    }
    if (served.origin() == Origin.STALE_REVALIDATING) {
      CallOptions later = options.deadline(Deadline.none());
      refreshIfDue(key, flight -> loads.runInBackground(key, flight, () -> call.get(later)));
    }
    return served;
  }

  private static void check(CallOptions options, Object key, Object call) {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(call, "call");
  }

  private <E extends Exception> Cached<V> load(
      CallOptions options, K key, ThrowingSupplier<? extends V, E> call)
      throws E, InterruptedException {
    while (true) {
      Cached<V> late = insteadOfLateCall(key, options.deadline());
      if (late != null) {
        return late;
      }
      Flight<V> mine = loads.prepare(key, false);
      Flight<V> other = loads.beginOrJoin(mine);
      if (other == null) {
        return lead(options, key, mine, call);
      }
      LoadEnd<V> end = Waiting.await(loads.seat(other, options.deadline()));
      if (end.isForAll()) {
        loads.shared();
        return handOut(key, other, end);
      }
    }
  }

  private <E extends Exception> Cached<V> lead(
      CallOptions options, K key, Flight<V> mine, ThrowingSupplier<? extends V, E> call) throws E {
    Cached<V> arrived = arrivedBefore(key, mine);
    if (arrived != null) {
      return arrived;
    }
    return handOut(key, mine, loads.run(key, mine, options, call));
  }

  /**
   * The answer to a question: from the cache, or by a call.
   *
   * @param key the question
   * @param call starts the call on this thread
   * @return as {@link #getAsync(CallOptions, Object, Supplier)}
   */
  public CompletableFuture<Cached<V>> getAsync(
      K key, Supplier<? extends CompletionStage<? extends V>> call) {
    return getAsync(CallOptions.none(), key, call);
  }

  /**
   * The answer to a question: from the cache, or by a call. When all who wait for a call cancel
   * their futures, the call's own future is cancelled. The future always completes, at the latest
   * at the limit of {@link AnswerCacheConfig#loadWithin}.
   *
   * @param options until when the caller waits for another caller's call
   * @param key the question
   * @param call starts the call on this thread, or on one that has just ended a call; what it
   *     throws counts as the call's error
   * @return a future with the answer, or with the error of the call when there is no older answer
   *     to serve; with a {@link DeadlineOverException} when the deadline is over before there is an
   *     answer, with a {@link LoadTimeoutException} when the call takes too long
   */
  public CompletableFuture<Cached<V>> getAsync(
      CallOptions options, K key, Supplier<? extends CompletionStage<? extends V>> call) {
    Objects.requireNonNull(call, "call");
    return getAsync(options, key, given -> call.get());
  }

  /**
   * The answer to a question: from the cache, or by a call that hands its options on. In the
   * background these are the caller's without the deadline.
   *
   * @param options until when the caller waits for another caller's call
   * @param key the question
   * @param call starts the call
   * @return as {@link #getAsync(CallOptions, Object, Supplier)}
   */
  public CompletableFuture<Cached<V>> getAsync(
      CallOptions options,
      K key,
      Function<CallOptions, ? extends CompletionStage<? extends V>> call) {
    check(options, key, call);
    Cached<V> served;
    try {
      served = atOnce(key);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
    if (served == null) {
      return new AsyncGet<>(this, loads, options, key, () -> call.apply(options)).start();
    }
    if (served.origin() == Origin.STALE_REVALIDATING) {
      CallOptions later = options.deadline(Deadline.none());
      refreshIfDue(
          key, flight -> loads.start(key, flight, CallOptions.none(), () -> call.apply(later)));
    }
    return CompletableFuture.completedFuture(served);
  }

  /**
   * What another load brought before this one began, which isn't needed then; null when the call
   * must be made. Those who have joined mustn't wait for ever for one whose key is broken.
   */
  @Nullable Cached<V> arrivedBefore(K key, Flight<V> mine) {
    boolean needed = false;
    try {
      Cached<V> arrived = atOnce(key);
      needed = arrived == null;
      return arrived;
    } finally {
      if (!needed) {
        loads.giveUp(mine);
      }
    }
  }

  /** What is served without waiting for a call; null when the call must be made. */
  @Nullable Cached<V> atOnce(K key) {
    Slot<V> slot = answers.peek(key);
    Answer<V> answer = slot == null ? null : slot.answer();
    if (slot == null || answer == null) {
      return null;
    }
    long now = config.time().nanoTime();
    long age = answer.ageNanos(now);
    return served(slot, answer, age, freshness.atOnce(age, slot.isPausing(now)));
  }

  private @Nullable Cached<V> served(
      Slot<V> slot, Answer<V> answer, long age, @Nullable Origin origin) {
    if (origin == null) {
      return null;
    }
    slot.touch();
    counters.served(origin);
    return new Cached<>(answer.value(), age, origin);
  }

  private @Nullable Cached<V> insteadOfCall(K key, long maxAgeNanos) {
    Slot<V> slot = answers.peek(key);
    Answer<V> answer = slot == null ? null : slot.answer();
    if (slot == null || answer == null) {
      return null;
    }
    long age = answer.ageNanos(config.time().nanoTime());
    return age > maxAgeNanos ? null : served(slot, answer, age, freshness.insteadOfCall(age));
  }

  /** What a caller gets whose deadline is over; null when it isn't. */
  @Nullable Cached<V> insteadOfLateCall(K key, Deadline deadline) {
    try {
      deadline.check(name());
      return null;
    } catch (DeadlineOverException e) {
      Cached<V> stale = insteadOfCall(key, Long.MAX_VALUE);
      if (stale == null) {
        throw e;
      }
      return stale;
    }
  }

  /** What the end of a load is to one who waited for it; or its error, thrown. */
  Cached<V> handOut(K key, Flight<V> flight, LoadEnd<V> end) {
    Cached<V> stale = end.meaning() == Meaning.FAILURE ? insteadOfFailure(key) : null;
    if (stale != null) {
      return stale;
    }
    long age = config.time().nanoTime() - flight.ticket().bornNanos();
    return new Cached<>(end.result(), age, Origin.LOADED);
  }

  /** A key that is broken by now has no older answer; the call's own error comes out. */
  private @Nullable Cached<V> insteadOfFailure(K key) {
    try {
      return insteadOfCall(key, Long.MAX_VALUE);
    } catch (RuntimeException | Error e) {
      loads.reportBroken(e);
      return null;
    }
  }

  /** A key that is broken by now costs the refresh; what was found is served. */
  private void refreshIfDue(K key, Consumer<Flight<V>> start) {
    try {
      if (!loads.isUnderWay(key) && isRefreshDue(key)) {
        refresh(key, start);
      }
    } catch (RuntimeException | Error e) {
      loads.reportBroken(e);
    }
  }

  /** Looks once more, since another refresh may have ended between the first look and this. */
  private void refresh(K key, Consumer<Flight<V>> start) {
    Flight<V> mine = loads.prepare(key, true);
    if (!loads.begin(mine)) {
      return;
    }
    boolean due = false;
    try {
      due = isRefreshDue(key);
    } finally {
      if (!due) {
        loads.giveUp(mine);
      }
    }
    if (due) {
      start.accept(mine);
    }
  }

  private boolean isRefreshDue(K key) {
    Slot<V> slot = answers.peek(key);
    Answer<V> answer = slot == null ? null : slot.answer();
    if (slot == null || answer == null) {
      return false;
    }
    long now = config.time().nanoTime();
    return !slot.isPausing(now)
        && freshness.atOnce(answer.ageNanos(now), false) == Origin.STALE_REVALIDATING;
  }

  /**
   * What there is, without a call: for a fallback.
   *
   * @param key the question
   * @param maxAge how old the answer may be at most; zero or negative means just arrived
   * @return the answer, {@link Cached.Origin#FRESH} or {@link Cached.Origin#STALE_ON_ERROR}; empty
   *     when there is none that young, or when its last period is over
   */
  public Optional<Cached<V>> staleUpTo(K key, Duration maxAge) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(maxAge, "maxAge");
    return Optional.ofNullable(insteadOfCall(key, Arguments.saturatedNanos(maxAge)));
  }

  /**
   * Stores an answer that came another way; it is fresh from now on. A call that is under way
   * doesn't replace it.
   *
   * @param key the question
   * @param value the answer; null withdraws what was there
   */
  public void put(K key, V value) {
    Objects.requireNonNull(key, "key");
    if (value == null) {
      invalidate(key);
      return;
    }
    loads.disown(key);
    answers.store(key, new Answer<>(value, new Ticket(config.time().nanoTime())));
  }

  /**
   * Withdraws an answer, because what it says has changed. Whoever asks afterwards gets the answer
   * of a call that was begun afterwards.
   *
   * @param key the question
   */
  public void invalidate(K key) {
    Objects.requireNonNull(key, "key");
    loads.disown(key);
    answers.withdraw(key);
  }

  /**
   * Forgets answers that nobody has asked for since they expired, if it is time. Calls do the same
   * when they bring an answer.
   */
  public void tick() {
    answers.sweepIfDue();
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return config.name();
  }

  /**
   * The numbers so far.
   *
   * @return a snapshot
   */
  public AnswerCacheStats stats() {
    return new AnswerCacheStats(
        counters.hits(),
        counters.loads(),
        counters.refreshes(),
        answers.evictions(),
        answers.size());
  }

  @Override
  public String toString() {
    return config + ", " + answers.size() + " answers";
  }
}
