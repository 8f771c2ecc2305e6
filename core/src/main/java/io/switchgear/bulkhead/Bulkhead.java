// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.Priority;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdicts;
import io.switchgear.core.internal.Waiting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many calls to a dependency run at the same time, so that a slow one can't take all
 * threads and connections. Calls above the bound wait in a bounded queue, first come first served,
 * or are refused.
 *
 * <pre>{@code
 * Bulkhead erp = Bulkhead.named("erp").maxConcurrent(16).maxQueued(100).build();
 * Receipt receipt = erp.call(() -> client.post(invoice));
 * }</pre>
 *
 * <p>A call keeps its place until it has really ended, even when its caller has given up on it:
 * what still runs still burdens the dependency.
 *
 * <p><b>Thread safety:</b> safe. A call that finds a free place takes no lock; the queue has a
 * short one, under which no foreign code runs. <b>Blocking:</b> only the {@code acquire} and {@code
 * call} methods wait, without holding a monitor.
 */
public final class Bulkhead implements Gate {
  /** All places are alike. */
  private static final long TICKET = 0;

  private final BulkheadRejection full;
  private final BulkheadRejection shed;
  private final AtomicLong occupancy;
  private final ReentrantLock queueLock = new ReentrantLock();

  /** Guarded by queueLock, and with it the number of waiters in the occupancy. */
  private final Set<Waiter> queue = new LinkedHashSet<>();

  private volatile BulkheadConfig config;

  Bulkhead(BulkheadConfig config) {
    this.config = config;
    this.full = BulkheadRejection.full(config.name());
    this.shed = BulkheadRejection.shed(config.name());
    this.occupancy = new AtomicLong(Occupancy.empty(config.maxConcurrent()));
  }

  /**
   * Begins the settings of a bulkhead. Unless set otherwise 16 calls may run at once and none
   * waits.
   *
   * @param name what rejections, logs and metrics call it
   * @return the settings; end with {@code build()}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static BulkheadConfig named(String name) {
    return BulkheadConfig.named(name);
  }

  /**
   * Makes a blocking call when it has a place, for which it waits as long as it may.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param call the call; runs on this thread
   * @return its result
   * @throws E when the call throws it
   * @throws InterruptedException when the thread is interrupted while it waits for its place
   * @throws BulkheadRejectedException when there is no place
   */
  public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
      throws E, InterruptedException {
    return call(Priority.NORMAL, call);
  }

  /**
   * Makes a blocking call of a priority when it has a place, for which it waits as long as it may.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param priority how much it matters; see {@link BulkheadConfig#shares}
   * @param call the call; runs on this thread
   * @return its result
   * @throws E when the call throws it
   * @throws InterruptedException when the thread is interrupted while it waits for its place
   * @throws BulkheadRejectedException when there is no place
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      Priority priority, ThrowingSupplier<T, E> call) throws E, InterruptedException {
    Objects.requireNonNull(call, "call");
    if (!enter(priority)) {
      awaitPlace(priority);
    }
    try {
      return call.get();
    } finally {
      leave();
    }
  }

  /**
   * Starts a call when it has a place. The place is free again when the call's stage completes.
   * Cancelling the future that is returned takes the call out of the queue; if it runs already, its
   * own future is cancelled, and it keeps its place until its stage completes.
   *
   * @param <T> what the call returns
   * @param call starts the call, on this thread or on the one that frees the place; what it throws
   *     completes the future
   * @return a future that completes with the call's result, with its error, or with a {@link
   *     BulkheadRejectedException}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Supplier<? extends CompletionStage<T>> call) {
    return callAsync(Priority.NORMAL, call);
  }

  /**
   * Starts a call of a priority when it has a place, as {@link #callAsync(Supplier)} does.
   *
   * @param <T> what the call returns
   * @param priority how much it matters; see {@link BulkheadConfig#shares}
   * @param call starts the call, on this thread or on the one that frees the place; what it throws
   *     completes the future
   * @return a future that completes with the call's result, with its error, or with a {@link
   *     BulkheadRejectedException}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Priority priority, Supplier<? extends CompletionStage<T>> call) {
    Objects.requireNonNull(call, "call");
    CompletableFuture<T> future = new CompletableFuture<>();
    CompletableFuture<BulkheadPermit> place = acquireAsync(priority);
    var unused = future.whenComplete((result, error) -> place.cancel(false));
    var unusedToo =
        place.whenComplete(
            (permit, refusal) -> {
              if (refusal != null) {
                future.completeExceptionally(refusal);
              } else {
                start(permit, call, future);
              }
            });
    return future;
  }

  private static <T extends @Nullable Object> void start(
      BulkheadPermit permit,
      Supplier<? extends CompletionStage<T>> call,
      CompletableFuture<T> future) {
    if (future.isDone()) {
      permit.release();
      return;
    }
    try {
      CompletionStage<T> started = Objects.requireNonNull(call.get(), "the call gave no stage");
      var unused = future.whenComplete((result, error) -> giveUp(started, future));
      started.whenComplete((result, error) -> finish(permit, future, result, error));
    } catch (Throwable e) {
      permit.release();
      future.completeExceptionally(e);
    }
  }

  private static <T extends @Nullable Object> void finish(
      BulkheadPermit permit, CompletableFuture<T> future, T result, @Nullable Throwable error) {
    permit.release();
    if (error == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(Verdicts.unwrap(error));
    }
  }

  private static void giveUp(CompletionStage<?> started, CompletableFuture<?> ours) {
    if (ours.isCancelled()) {
      started.toCompletableFuture().cancel(true);
    }
  }

  /**
   * Takes a place if one is free and nobody waits for it.
   *
   * @return the place, to be given back by the caller; empty when there is none
   */
  public Optional<BulkheadPermit> tryAcquire() {
    return tryAcquire(Priority.NORMAL);
  }

  /**
   * Takes a place for a call of a priority if one is free for it and nobody waits.
   *
   * @param priority how much it matters; see {@link BulkheadConfig#shares}
   * @return the place, to be given back by the caller; empty when there is none
   */
  public Optional<BulkheadPermit> tryAcquire(Priority priority) {
    return enter(priority) ? Optional.of(new BulkheadPermit(this)) : Optional.empty();
  }

  private boolean enter(Priority priority) {
    Objects.requireNonNull(priority, "priority");
    Shares shares = config.shares();
    return shares.of(priority) == 1 ? move(Occupancy::enter) : enterWithin(shares, priority);
  }

  /** Written out, since a step that knows the priority would be an object for each call. */
  private boolean enterWithin(Shares shares, Priority priority) {
    long word;
    long next;
    do {
      word = occupancy.get();
      next = Occupancy.enterWithin(word, shares.places(priority, Occupancy.limit(word)));
    } while (next != Occupancy.REFUSED && !occupancy.compareAndSet(word, next));
    return next != Occupancy.REFUSED;
  }

  /**
   * Takes a place and waits for it as long as it may.
   *
   * @return the place, to be given back by the caller
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws BulkheadRejectedException when the queue is full or the wait took too long
   */
  public BulkheadPermit acquire() throws InterruptedException {
    return acquire(Priority.NORMAL);
  }

  /**
   * Takes a place for a call of a priority and waits for it as long as it may.
   *
   * @param priority how much it matters; see {@link BulkheadConfig#shares}
   * @return the place, to be given back by the caller
   * @throws InterruptedException when the thread is interrupted while it waits
   * @throws BulkheadRejectedException when the priority's share or the queue is full, or the wait
   *     took too long
   */
  public BulkheadPermit acquire(Priority priority) throws InterruptedException {
    return enter(priority) ? new BulkheadPermit(this) : awaitPlace(priority);
  }

  private BulkheadPermit awaitPlace(Priority priority) throws InterruptedException {
    return Waiting.await(acquireAsync(priority));
  }

  /**
   * Takes a place now or later. Cancelling the future leaves the queue.
   *
   * <p>The future completes on the thread that frees the place, or on the timer's thread when the
   * wait took too long; what depends on it should not block there.
   *
   * @return a future with the place, to be given back by the caller; or one that fails with a
   *     {@link BulkheadRejectedException}, at once when the queue is full
   */
  public CompletableFuture<BulkheadPermit> acquireAsync() {
    return acquireAsync(Priority.NORMAL);
  }

  /**
   * Takes a place for a call of a priority now or later, as {@link #acquireAsync()} does.
   *
   * @param priority how much it matters; see {@link BulkheadConfig#shares}
   * @return a future with the place, to be given back by the caller; or one that fails with a
   *     {@link BulkheadRejectedException}, at once when the priority's share or the queue is full
   */
  public CompletableFuture<BulkheadPermit> acquireAsync(Priority priority) {
    return acquireAsync(priority, config.maxWait());
  }

  private CompletableFuture<BulkheadPermit> acquireAsync(Priority priority, Duration maxWait) {
    if (enter(priority)) {
      return CompletableFuture.completedFuture(new BulkheadPermit(this));
    }
    if (config.shares().of(priority) < 1) {
      return CompletableFuture.failedFuture(shed.toException());
    }
    Waiter waiter = new Waiter();
    if (!join(waiter)) {
      return CompletableFuture.failedFuture(full.toException());
    }
    limitWait(waiter, maxWait);
    admitWaiters(occupancy.get());
    return waiter.future();
  }

  private boolean join(Waiter waiter) {
    queueLock.lock();
    try {
      return move(word -> Occupancy.join(word, config.maxQueued())) && queue.add(waiter);
    } finally {
      queueLock.unlock();
    }
  }

  /** However the wait ends, the timer is cancelled and the queue is left. */
  private void limitWait(Waiter waiter, Duration maxWait) {
    BulkheadConfig settings = config;
    try {
      ScheduledTask timer =
          settings.time().schedule(maxWait, () -> giveUp(waiter, settings, maxWait));
      var unused =
          waiter
              .future()
              .whenComplete(
                  (permit, error) -> {
                    timer.cancel();
                    abandon(waiter);
                  });
    } catch (RuntimeException | Error e) {
      // Without a timer the wait could last for ever.
      if (abandon(waiter)) {
        waiter.future().completeExceptionally(e);
      }
    }
  }

  private void giveUp(Waiter waiter, BulkheadConfig settings, Duration waited) {
    if (abandon(waiter)) {
      waiter.future().completeExceptionally(BulkheadRejection.late(settings, waited).toException());
    }
  }

  /** Whether the waiter was still in the queue. */
  private boolean abandon(Waiter waiter) {
    queueLock.lock();
    try {
      return queue.remove(waiter) && move(Occupancy::abandon);
    } finally {
      queueLock.unlock();
    }
  }

  void leave() {
    admitWaiters(occupancy.addAndGet(Occupancy.LEAVE));
  }

  /**
   * Called after each step by which a waiter may have come to fit: a place became free, the limit
   * grew, or somebody joined the queue just after the last place had become free.
   */
  private void admitWaiters(long word) {
    if (!Occupancy.waiterFits(word)) {
      return;
    }
    Queue<Runnable> admitted = new ArrayDeque<>();
    queueLock.lock();
    try {
      while (move(Occupancy::admitWaiter)) {
        Iterator<Waiter> line = queue.iterator();
        Waiter first = line.next();
        line.remove();
        admitted.add(() -> first.admit(new BulkheadPermit(this)));
      }
    } finally {
      queueLock.unlock();
    }
    Handover.run(admitted);
  }

  /**
   * Takes a place for a call if one is free for it and nobody waits.
   *
   * @param options its priority
   * @return the ticket, or {@link Gate#WAITS} when the call may wait for a place
   * @throws BulkheadRejectedException when the priority's share is full, or the bulkhead is and
   *     nobody may wait
   */
  @Override
  public long enter(CallOptions options) {
    Objects.requireNonNull(options, "options");
    Priority priority = options.priority();
    if (enter(priority)) {
      return TICKET;
    }
    if (config.shares().of(priority) < 1) {
      throw shed.toException();
    }
    if (config.maxQueued() == 0) {
      throw full.toException();
    }
    return WAITS;
  }

  /**
   * Takes a place now or later, as {@link #acquireAsync(Priority)} does, but waits no longer than
   * until the call's deadline.
   *
   * @param options the call's priority and deadline
   * @return a future with the ticket; or one that fails with a {@link BulkheadRejectedException}
   */
  @Override
  public CompletableFuture<Long> enterLater(CallOptions options) {
    Objects.requireNonNull(options, "options");
    Duration left = options.deadline().remaining();
    Duration maxWait = left.compareTo(config.maxWait()) < 0 ? left : config.maxWait();
    return Waiting.forTicket(
        acquireAsync(options.priority(), maxWait), permit -> TICKET, BulkheadPermit::release);
  }

  @Override
  public void exit(long ticket, Assessment assessment) {
    leave();
  }

  @Override
  public void cancel(long ticket) {
    leave();
  }

  /**
   * Changes how many calls may run at the same time. Returns at once: calls above a smaller number
   * go on, and none is admitted until fewer than that number run.
   *
   * @param maxConcurrent 1 to 1,000,000
   * @throws IllegalArgumentException when out of range
   */
  public void resize(int maxConcurrent) {
    BulkheadConfig.checkMaxConcurrent(maxConcurrent);
    move(word -> Occupancy.resize(word, maxConcurrent));
    admitWaiters(occupancy.get());
  }

  /**
   * Changes the settings while calls run, the size as {@link #resize} does. Those who wait keep
   * their order and their times; a queue that is too long now takes nobody until it is shorter.
   *
   * @param settings the new settings; their name and time source don't matter
   */
  public void reconfigure(BulkheadConfig settings) {
    Objects.requireNonNull(settings, "settings");
    config = settings.name(config.name()).time(config.time());
    resize(settings.maxConcurrent());
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
   * How many calls may run at the same time, now.
   *
   * @return the number
   */
  public int maxConcurrent() {
    return Occupancy.limit(occupancy.get());
  }

  /**
   * How many places are taken.
   *
   * @return the number; above {@link #maxConcurrent} for a while after a {@link #resize}
   */
  public int inUse() {
    return Occupancy.inUse(occupancy.get());
  }

  /**
   * How many calls wait for a place.
   *
   * @return the number
   */
  public int queued() {
    return Occupancy.queued(occupancy.get());
  }

  long nowNanos() {
    return config.time().nanoTime();
  }

  private boolean move(LongUnaryOperator step) {
    while (true) {
      long word = occupancy.get();
      long next = step.applyAsLong(word);
      if (next == Occupancy.REFUSED) {
        return false;
      }
      if (occupancy.compareAndSet(word, next)) {
        return true;
      }
    }
  }

  @Override
  public String toString() {
    long word = occupancy.get();
    return "%s: %d of %d places in use, %d waiting"
        .formatted(name(), Occupancy.inUse(word), Occupancy.limit(word), Occupancy.queued(word));
  }
}
