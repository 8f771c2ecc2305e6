// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A response's body on its way to the caller's own subscriber: each piece is looked at and passed
 * on as it is, none faster than the caller takes them. Where the beginning decides what the answer
 * is, up to 64 KiB and a piece are taken first, and the caller gets them when that is known.
 *
 * <p>What the connection brings, the caller asks for and a limit in time ends come from different
 * threads. Whoever comes while another thread passes things on leaves it to that one: the caller's
 * subscriber is called by one thread at a time, and nobody waits.
 *
 * @param <T> what the caller makes of the body
 */
final class WatchedBody<T> implements BodySubscriber<T>, Subscription {
  private final BodySubscriber<T> caller;
  private final HttpResult result;
  private final JdkAttempt<T> attempt;

  /** Completes when the caller may see the body; fails when it never will. */
  private final CompletableFuture<@Nullable Void> begun = new CompletableFuture<>();

  private final Queue<List<ByteBuffer>> pieces = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger passing = new AtomicInteger();

  /** How many pieces the caller has asked for and not got. */
  private final AtomicLong wanted = new AtomicLong();

  /** How many pieces were asked for before the caller did, whose wish they will fulfil. */
  private final AtomicLong ahead = new AtomicLong();

  /** How many pieces the connection owes us. */
  private final AtomicLong awaited = new AtomicLong();

  /** When the connection may last have fulfilled all wishes, so that it waits for the caller. */
  private volatile long lastNanos;

  private volatile @Nullable Subscription connection;
  private volatile boolean opened;
  private volatile boolean ended;
  private volatile boolean stopped;
  private volatile @Nullable Throwable error;

  /** Belong to the thread that passes things on. */
  private boolean subscribed;

  private boolean told;

  WatchedBody(BodySubscriber<T> caller, HttpResult result, JdkAttempt<T> attempt) {
    this.caller = caller;
    this.result = result;
    this.attempt = attempt;
    this.lastNanos = attempt.nanoTime();
  }

  /** Whether it is the connection that everybody waits for, and not the caller. */
  boolean isAwaited() {
    return awaited.get() > 0;
  }

  @Override
  public CompletionStage<T> getBody() {
    return begun
        .thenCompose(nothing -> caller.getBody())
        .whenComplete(
            (body, failure) -> {
              if (failure != null && error == null) {
                attempt.callerFailed();
              }
            });
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    connection = subscription;
    if (over.get()) {
      subscription.cancel();
    } else if (result.hasBegun()) {
      open();
      pass();
    } else {
      askAhead();
    }
  }

  private void askAhead() {
    ahead.incrementAndGet();
    ask(1);
  }

  private void ask(long more) {
    if (awaited.getAndAccumulate(more, WatchedBody::sum) == 0) {
      attempt.pausedSince(lastNanos);
    }
    Subscription from = connection;
    if (from != null) {
      from.request(more);
    }
  }

  private static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private static void takeOne(AtomicLong count) {
    count.accumulateAndGet(1, (old, one) -> old == Long.MAX_VALUE ? old : old - one);
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    if (over.get()) {
      return;
    }
    if (look(piece)) {
      attempt.moved();
    }
    lastNanos = attempt.nanoTime();
    takeOne(awaited);
    pieces.add(piece);
    if (result.hasBegun()) {
      open();
      pass();
    } else {
      askAhead();
    }
  }

  private boolean look(List<ByteBuffer> piece) {
    if (!result.looksAtMore()) {
      return true;
    }
    boolean moves = false;
    for (ByteBuffer part : piece) {
      byte[] bytes = new byte[part.remaining()];
      part.duplicate().get(bytes);
      moves |= result.scan(bytes);
    }
    return moves;
  }

  private void open() {
    opened = true;
    begun.complete(null);
  }

  @Override
  public void onComplete() {
    if (over.compareAndSet(false, true)) {
      result.complete();
      attempt.bodyOver();
      ended = true;
      open();
      pass();
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (over.compareAndSet(false, true)) {
      result.fail(failure instanceof IOException cut ? cut : new IOException(failure));
      error = failure;
      attempt.bodyOver();
      begun.completeExceptionally(failure);
      opened = true;
      ended = true;
      pass();
    }
  }

  /**
   * Ends it from outside, at once.
   *
   * @param why what the caller's subscriber is told
   * @param blamed whether the dependency is to blame
   */
  void stop(IOException why, boolean blamed) {
    if (!over.compareAndSet(false, true)) {
      return;
    }
    if (blamed) {
      result.fail(why);
    } else {
      result.abandon();
    }
    error = why;
    letGo();
    begun.completeExceptionally(why);
    opened = true;
    stopped = true;
    ended = true;
    pass();
  }

  private void letGo() {
    attempt.bodyOver();
    Subscription from = connection;
    if (from != null) {
      from.cancel();
    }
  }

  @Override
  public void request(long more) {
    if (more <= 0) {
      stop(new IOException("the subscriber asked for " + more + " pieces"), false);
      return;
    }
    wanted.accumulateAndGet(more, WatchedBody::sum);
    long fulfilled =
        Math.min(more, ahead.getAndAccumulate(more, (old, n) -> old - Math.min(n, old)));
    if (more > fulfilled) {
      ask(more - fulfilled);
    }
    pass();
  }

  /** The caller wants no more of it, be it because nothing came. */
  @Override
  public void cancel() {
    if (over.compareAndSet(false, true)) {
      if (isAwaited() && attempt.standsStill()) {
        result.abandon();
      } else {
        result.leave();
      }
      letGo();
      stopped = true;
      pass();
    }
  }

  private void pass() {
    if (passing.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      try {
        passWhatIsWanted();
      } catch (RuntimeException | Error e) {
        callerThrew(e);
      }
      seen = passing.addAndGet(-seen);
    } while (seen != 0);
  }

  private void passWhatIsWanted() {
    if (opened && !subscribed) {
      subscribed = true;
      caller.onSubscribe(this);
    }
    if (!subscribed || told) {
      return;
    }
    while (!stopped && wanted.get() > 0) {
      List<ByteBuffer> next = pieces.poll();
      if (next == null) {
        break;
      }
      takeOne(wanted);
      caller.onNext(next);
    }
    if (stopped) {
      pieces.clear();
    }
    if (ended && pieces.isEmpty()) {
      told = true;
      Throwable failure = error;
      if (failure == null) {
        caller.onComplete();
      } else {
        caller.onError(failure);
      }
    }
  }

  /** A subscriber that throws is out of order; nobody knows what it would do with more. */
  private void callerThrew(Throwable thrown) {
    boolean first = !told;
    told = true;
    if (over.compareAndSet(false, true)) {
      result.abandon();
      letGo();
    }
    stopped = true;
    pieces.clear();
    attempt.callerThrew(thrown);
    if (first) {
      try {
        caller.onError(thrown);
      } catch (RuntimeException | Error again) {
        thrown.addSuppressed(again);
      }
    }
  }
}
