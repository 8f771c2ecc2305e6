// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.internal.Arguments;
import io.switchgear.core.internal.KeyText;
import io.switchgear.core.internal.Waiting;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many calls begin in a stretch of time. A call takes one permit, or more if it weighs
 * more; when there is none it is refused with the exact time after which there will be, or it waits
 * if it may.
 *
 * <pre>{@code
 * RateLimiter erp = RateLimiter.named("erp").tokenBucket(200, ofMinutes(1), 20).build();
 * if (erp.tryAcquire().allowed()) {
 *   client.post(invoice);
 * }
 * }</pre>
 *
 * <p>Those who wait are served in the order in which they came, and nobody takes a permit before
 * them.
 *
 * <p><b>Thread safety:</b> safe. While nobody waits it takes no lock, but for a sliding log's short
 * one. <b>Blocking:</b> only the {@code acquire} methods wait, without holding a monitor.
 */
public final class RateLimiter implements Gate {
  private static final VarHandle LINE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LINE = lookup.findVarHandle(RateLimiter.class, "line", WaitingLine.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** All permits are alike. */
  private static final long TICKET = 0;

  /** Null for a limiter without keys. */
  private final @Nullable Object key;

  /**
   * Knows the limiter that takes this one's place when its key was forgotten; null without keys.
   */
  private final @Nullable KeyedRateLimiter<?> family;

  /** Retired once the key is forgotten: whoever still holds this limiter goes on. */
  private volatile Usage usage;

  private volatile @Nullable WaitingLine line;

  /** The mark of the keyed store; a lost write costs a key that is idle at most one more look. */
  private boolean touched;

  RateLimiter(
      RateLimiterConfig config, @Nullable Object key, @Nullable KeyedRateLimiter<?> family) {
    this.key = key;
    this.family = family;
    this.usage = config.rateLimit().begin(config);
  }

  /**
   * Begins the settings of a limiter.
   *
   * @param name what rejections, logs and metrics call it
   * @return the name, for which an algorithm is to be chosen
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static RateLimiterConfig.Named named(String name) {
    return new RateLimiterConfig.Named(name);
  }

  /**
   * Takes one permit if there is one.
   *
   * @return whether it was taken
   */
  public Decision tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes permits if there are so many, and none otherwise.
   *
   * @param permits the weight of the call: 1 to {@link RateLimiterConfig#burst}
   * @return whether they were taken
   * @throws IllegalArgumentException when out of range: more could never be taken at once
   */
  public Decision tryAcquire(int permits) {
    checkPermits(permits);
    RateLimiter limiter = this;
    while (true) {
      Decision decision = limiter.decide(permits);
      if (decision != null) {
        return decision;
      }
      limiter = limiter.successor();
    }
  }

  /**
   * Takes one permit, waiting for it if need be.
   *
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return the decision, which is one that allows
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws RateLimiterRejectedException at once when the permit wouldn't come in time, or later
   *     when a change of the settings moves it beyond that
   */
  public Decision acquire(Duration maxWait) throws InterruptedException {
    return acquire(1, maxWait);
  }

  /**
   * Takes permits, waiting for them if need be.
   *
   * @param permits as for {@link #tryAcquire(int)}
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return the decision, which is one that allows
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws RateLimiterRejectedException at once when the permits wouldn't come in time, or later
   *     when a change of the settings moves them beyond that
   * @throws IllegalArgumentException when {@code permits} is out of range
   */
  public Decision acquire(int permits, Duration maxWait) throws InterruptedException {
    Objects.requireNonNull(maxWait, "maxWait");
    Decision decision = tryAcquire(permits);
    return decision.allowed() ? decision : Waiting.await(acquireLater(permits, maxWait));
  }

  /**
   * Takes one permit now or later, as {@link #acquireAsync(int, Duration)} does.
   *
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return a future with a decision that allows; or one that failed at once with a {@link
   *     RateLimiterRejectedException} because the permit wouldn't come in time
   */
  public CompletableFuture<Decision> acquireAsync(Duration maxWait) {
    return acquireAsync(1, maxWait);
  }

  /**
   * Takes permits now or later. Cancelling the future gives them back: those who wait behind move
   * up.
   *
   * <p>The future completes on the timer's thread, or on that of whoever cancels a wait ahead of it
   * or changes the settings; what depends on it should not block there.
   *
   * @param permits as for {@link #tryAcquire(int)}
   * @param maxWait how long to wait at most; zero or negative means not at all, more than 366 days
   *     means 366 days
   * @return a future with a decision that allows; or one that failed at once with a {@link
   *     RateLimiterRejectedException} because the permits wouldn't come in time
   * @throws IllegalArgumentException when {@code permits} is out of range
   */
  public CompletableFuture<Decision> acquireAsync(int permits, Duration maxWait) {
    Objects.requireNonNull(maxWait, "maxWait");
    Decision decision = tryAcquire(permits);
    return decision.allowed()
        ? CompletableFuture.completedFuture(decision)
        : acquireLater(permits, maxWait);
  }

  private CompletableFuture<Decision> acquireLater(int permits, Duration maxWait) {
    long maxWaitNanos = Arguments.saturatedNanos(maxWait);
    RateLimiter limiter = this;
    while (true) {
      CompletableFuture<Decision> future = limiter.line().join(permits, maxWaitNanos);
      if (future != null) {
        return future;
      }
      limiter = limiter.successor();
    }
  }

  /**
   * Takes one permit for a call if there is one and nobody waits for it.
   *
   * @param options the call's deadline
   * @return the ticket, or {@link Gate#WAITS} when the permit comes within {@link
   *     RateLimiterConfig#maxWait} and before the call's deadline
   * @throws RateLimiterRejectedException when it doesn't
   */
  @Override
  public long enter(CallOptions options) {
    Objects.requireNonNull(options, "options");
    WaitingLine current = line;
    boolean nobodyWaits = current == null || current.size() == 0;
    if (nobodyWaits && usage.takeOne(this)) {
      return TICKET;
    }
    Decision decision = tryAcquire();
    if (decision.allowed()) {
      return TICKET;
    }
    if (decision.retryAfterNanos() > maxWaitNanos(options)) {
      decision.orThrow();
    }
    return WAITS;
  }

  /**
   * Takes one permit now or later, as {@link #acquireAsync(Duration)} does.
   *
   * @param options the call's deadline, which bounds the wait together with {@link
   *     RateLimiterConfig#maxWait}
   * @return a future with the ticket; or one that failed at once with a {@link
   *     RateLimiterRejectedException}
   */
  @Override
  public CompletableFuture<Long> enterLater(CallOptions options) {
    Objects.requireNonNull(options, "options");
    return Waiting.forTicket(
        acquireAsync(Duration.ofNanos(maxWaitNanos(options))),
        decision -> TICKET,
        decision -> giveBack(decision, 1));
  }

  private long maxWaitNanos(CallOptions options) {
    return Math.min(options.deadline().remainingNanos(), config().maxWait().toNanos());
  }

  /** A limiter bounds how many calls begin; their ends are nothing to it. */
  @Override
  public void exit(long ticket, Assessment assessment) {
    // The permit is spent.
  }

  /** A permit that was taken for a call that isn't made is spent: others may have counted on it. */
  @Override
  public void cancel(long ticket) {
    // The permit is spent.
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return config().name();
  }

  /**
   * The key.
   *
   * @return the key as text in one line, cut after 256 characters; empty for a limiter without keys
   */
  public Optional<String> key() {
    return Optional.ofNullable(key).map(KeyText::of);
  }

  /**
   * The settings.
   *
   * @return the settings as they are now
   */
  public RateLimiterConfig config() {
    return usage.config();
  }

  /**
   * Changes the numbers while calls go on: the limit, its time, the burst or capacity, and how many
   * may wait (1,000 unless the new settings say so). What was used stays used:
   *
   * <ul>
   *   <li>A token bucket misses as many permits as before, at most all; a larger one has the
   *       difference at once.
   *   <li>A leaky bucket has as many permits to let out as before.
   *   <li>A fixed window keeps what was taken from it. When its length changes, the window that is
   *       open under the new length begins with it.
   *   <li>A sliding window keeps both its counts. When its length changes, what it estimates to
   *       have been used counts as used in the window that is open under the new length.
   *   <li>A sliding log keeps its times; a longer one doesn't know of those that had left it.
   * </ul>
   *
   * <p>Those who wait keep their order and get their new times; one who waits for more permits than
   * can be taken in one go now, or whose permits would now come too late, is refused. Permits taken
   * before the change can't be put back by a cancellation after it.
   *
   * @param settings the numbers and the same algorithm; their name and time source don't matter
   * @throws IllegalArgumentException when the algorithm is another one
   * @throws IllegalStateException when this limiter belongs to a key: change its family
   */
  public void reconfigure(RateLimiterConfig settings) {
    if (family != null) {
      throw new IllegalStateException("The limiter of a key is changed with its family");
    }
    change(config().withNumbersOf(settings));
  }

  /** Teaches the pace of an adaptive limiter, which may let those who wait in earlier or later. */
  void learn(UnaryOperator<Pace> lesson) {
    RateLimiter limiter = this;
    while (true) {
      Usage here = limiter.usage;
      if (here instanceof PacedUsage paced && paced.learn(lesson)) {
        break;
      }
      limiter = here.isRetired() ? limiter.successor() : limiter;
      Thread.onSpinWait();
    }
    limiter.reconsiderWaiting();
  }

  PacedUsage paced() {
    return (PacedUsage) usage;
  }

  private void reconsiderWaiting() {
    WaitingLine current = line;
    if (current != null) {
      current.reconsider();
    }
  }

  /** Goes on under other settings of the same algorithm. */
  void change(RateLimiterConfig settings) {
    Usage here = usage;
    Usage next = here.moveTo(settings);
    while (next == null) {
      if (here.isRetired()) {
        return;
      }
      Thread.onSpinWait();
      here = usage;
      next = here.moveTo(settings);
    }
    usage = next;
    reconsiderWaiting();
  }

  /**
   * How many permits could be taken at this moment, by those who wait first.
   *
   * @return the number, 0 or more
   */
  public int remaining() {
    return read(Usage::remaining);
  }

  /** Reads from the usage; one that moves meanwhile has nothing to tell any more. */
  private <T> T read(Function<Usage, T> reading) {
    while (true) {
      Usage here = usage;
      T result = reading.apply(here);
      if (!here.isMoved()) {
        return result;
      }
      Thread.onSpinWait();
    }
  }

  /**
   * How many callers wait for permits.
   *
   * @return the number
   */
  public int waiting() {
    WaitingLine current = line;
    return current == null ? 0 : current.size();
  }

  private void checkPermits(int permits) {
    Arguments.inRange("permits", permits, 1, config().burst());
  }

  /** The decision on a newcomer; null when the key is forgotten. */
  private @Nullable Decision decide(int permits) {
    WaitingLine current = line;
    Decision refusal = current == null || current.size() == 0 ? null : current.refuse(permits);
    return refusal == null ? take(permits) : refusal;
  }

  /** Takes permits without regard to those who wait; null when the key is forgotten. */
  @Nullable Decision take(int permits) {
    while (true) {
      Usage here = usage;
      Decision decision = here.take(this, permits);
      if (decision != null || here.isRetired()) {
        return decision;
      }
      // The settings are changed in this very moment, which takes a few instructions.
      Thread.onSpinWait();
    }
  }

  /** Puts permits back if that can be done without exceeding the limit. */
  void giveBack(Decision taken, int permits) {
    usage.giveBack(taken, permits);
  }

  private WaitingLine line() {
    WaitingLine current = line;
    if (current != null) {
      return current;
    }
    WaitingLine fresh = new WaitingLine(this);
    WaitingLine other = (WaitingLine) LINE.compareAndExchange(this, null, fresh);
    return other == null ? fresh : other;
  }

  private RateLimiter successor() {
    if (family == null) {
      throw new IllegalStateException("A limiter without keys is never forgotten");
    }
    Thread.onSpinWait();
    return family.successor(this);
  }

  boolean isRetired() {
    return usage.isRetired();
  }

  Forecast forecast() {
    return read(Usage::forecast);
  }

  long nowNanos() {
    return usage.nowNanos();
  }

  // For the keyed store.

  @Nullable Object rawKey() {
    return key;
  }

  void touch() {
    if (!touched) {
      touched = true;
    }
  }

  boolean clearTouch() {
    boolean was = touched;
    touched = false;
    return was;
  }

  boolean isForgettable() {
    Usage here = usage;
    return here.isRetired() || (waiting() == 0 && here.isUnused());
  }

  /**
   * Ends this limiter if nobody would notice. A newcomer that waits announces itself before it asks
   * whether the usage is retired, and here the usage is retired before the newcomers are counted:
   * one of the two sees the other.
   */
  boolean retire() {
    Usage here = usage;
    if (waiting() > 0 || !here.retire()) {
      return false;
    }
    if (waiting() == 0) {
      return true;
    }
    revive();
    return false;
  }

  /** Goes on after all. */
  void revive() {
    usage.revive();
  }

  @Override
  public String toString() {
    return name()
        + ": "
        + remaining()
        + " of "
        + config().limit()
        + " left, "
        + waiting()
        + " waiting";
  }
}
