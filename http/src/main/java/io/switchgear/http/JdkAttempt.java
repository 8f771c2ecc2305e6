// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Deadline;
import io.switchgear.core.Repeat;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.io.IOException;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One try to make a call with the JDK's client: sends the request, passes the answer on, each part
 * within its time.
 *
 * @param <T> what the caller makes of the body
 */
final class JdkAttempt<T> implements BodyHandler<T> {
  private static final Assessment OURS = Assessment.of(Verdict.IGNORED).repeat(Repeat.USELESS);

  /** A body that still moves comes to its end within it, unless it is a stream. */
  private static final long MOMENT_NANOS = Duration.ofSeconds(1).toNanos();

  private final Wire wire;
  private final BodyHandler<T> handler;
  private final Until until;
  private final HttpRequest request;
  private final @Nullable SentBody sent;
  private final CompletableFuture<JdkResult<T>> begun = new Beginning();

  /** Whether it is decided how the attempt ends, as far as its caller is concerned. */
  private final AtomicBoolean settled = new AtomicBoolean();

  /** When something moved, later by the time that was spent waiting for the caller since then. */
  private final AtomicLong movedNanos = new AtomicLong();

  private volatile @Nullable CompletableFuture<HttpResponse<T>> exchange;
  private volatile @Nullable JdkResult<T> result;
  private volatile @Nullable WatchedBody<T> body;
  private volatile @Nullable ScheduledTask timer;
  private volatile boolean bodyOver;
  private volatile boolean callerFailed;

  JdkAttempt(Wire wire, HttpRequest request, BodyHandler<T> handler, Until until) {
    this.wire = wire;
    this.handler = handler;
    this.until = until;
    BodyPublisher publisher = request.bodyPublisher().orElse(null);
    if (publisher == null) {
      this.sent = null;
      this.request = request;
    } else {
      this.sent = new SentBody(publisher, this::moved);
      this.request =
          HttpRequest.newBuilder(request, (name, value) -> true)
              .method(request.method(), sent)
              .build();
    }
  }

  /** Starts it. Cancelling the future gives it up. */
  CompletableFuture<JdkResult<T>> start() {
    moved();
    watch(wire.firstByteNanos());
    CompletableFuture<HttpResponse<T>> started;
    try {
      started = wire.client().sendAsync(request, this);
    } catch (RuntimeException e) {
      // A request that can't be sent, such as to a URI without a host.
      settle(e, OURS);
      return begun;
    }
    exchange = started;
    if (settled.get() && body == null) {
      started.cancel(true);
    }
    var unused = started.whenComplete(this::ended);
    return begun;
  }

  @Override
  public BodySubscriber<T> apply(ResponseInfo info) {
    moved();
    BodySubscriber<T> subscriber;
    try {
      subscriber = handler.apply(info);
    } catch (RuntimeException | Error e) {
      callerFailed();
      throw e;
    }
    JdkResult<T> head = new JdkResult<>(wire.verdicts(), info, this);
    WatchedBody<T> watched = new WatchedBody<>(subscriber, head, this);
    result = head;
    body = watched;
    if (settled.get()) {
      watched.stop(new IOException("the call is over"), false);
    }
    return watched;
  }

  private void ended(@Nullable HttpResponse<T> response, @Nullable Throwable error) {
    JdkResult<T> head = result;
    if (response == null || head == null) {
      Throwable cause = Verdicts.unwrap(error == null ? new IOException("no answer") : error);
      settle(cause, callerFailed ? OURS : said(cause));
    } else if (settled.compareAndSet(false, true)) {
      if (!begun.complete(head.with(response))) {
        discard();
      }
    } else {
      discard();
    }
  }

  /** What an error says of the dependency. */
  private Assessment said(Throwable cause) {
    SentBody upload = sent;
    if (upload != null && upload.error() != null) {
      return OURS;
    }
    Assessment plain = wire.verdicts().assess(cause);
    if (TransportError.of(cause) != TransportError.NOT_SENT) {
      return plain;
    }
    // Of a request that was redirected, an earlier part may have done something.
    boolean unseen =
        (upload != null && upload.contentLength() != 0)
            ? !upload.isBegun()
            : wire.client().followRedirects() == Redirect.NEVER;
    return plain.repeat(unseen ? Repeat.UNSEEN : Repeat.BY_VERDICT);
  }

  private void settle(Throwable error, Assessment said) {
    if (settled.compareAndSet(false, true)) {
      fail(error, said);
    }
  }

  private void fail(Throwable error, Assessment said) {
    bodyOver();
    begun.completeExceptionally(AttemptFailure.of(error, said, wire.verdicts()));
  }

  /** The answer, once its head is there. */
  @Nullable JdkResult<T> result() {
    return result;
  }

  long nanoTime() {
    return wire.time().nanoTime();
  }

  /** Something moved. */
  void moved() {
    movedNanos.set(nanoTime());
  }

  /** The caller asks for more, and hasn't since a moment; that time doesn't count. */
  void pausedSince(long sinceNanos) {
    movedNanos.addAndGet(nanoTime() - sinceNanos);
  }

  /** Whether nothing has moved for longer than a moment. */
  boolean standsStill() {
    return nanoTime() - movedNanos.get() > MOMENT_NANOS;
  }

  /** Nothing has to be watched any more. */
  void bodyOver() {
    bodyOver = true;
    ScheduledTask running = timer;
    if (running != null) {
      running.cancel();
    }
  }

  /** The caller's handler made nothing of the answer. */
  void callerFailed() {
    callerFailed = true;
  }

  /** The caller's subscriber is out of order. */
  void callerThrew(Throwable thrown) {
    callerFailed = true;
    settle(thrown, OURS);
  }

  /** Looks again when a limit may be reached, be it one that begins to count meanwhile. */
  private void watch(long limitNanos) {
    long untilNext = Math.min(limitNanos, wire.idleNanos());
    long nanos = Math.min(untilNext, until.attempt().remainingNanos());
    ScheduledTask next = wire.time().schedule(Duration.ofNanos(nanos), this::beat);
    timer = next;
    if (bodyOver) {
      next.cancel();
    }
  }

  private void beat() {
    WatchedBody<T> answer = body;
    JdkResult<T> head = result;
    boolean awaitsAnswer = answer == null || head == null || head.awaitsContent();
    boolean awaitsCaller = answer == null ? sent != null && sent.isAwaited() : !answer.isAwaited();
    long limitNanos = awaitsAnswer ? wire.firstByteNanos() : wire.idleNanos();
    long leftNanos = limitNanos - (nanoTime() - movedNanos.get());
    if (until.attempt().isOver()) {
      // A caller that has less patience than we says nothing of the dependency.
      expire("the answer wasn't complete in time", !awaitsCaller && !until.caller().isOver());
    } else if (leftNanos <= 0 && !awaitsCaller) {
      String what = awaitsAnswer ? "no answer within " : "nothing more of the answer within ";
      expire(what + Duration.ofNanos(limitNanos), true);
    } else {
      watch(leftNanos <= 0 ? limitNanos : leftNanos);
    }
  }

  private void expire(String what, boolean blamed) {
    HttpTimeoutException limit = new HttpTimeoutException(wire.name() + ": " + what);
    Runnable end = () -> stop(limit, blamed);
    Executor executor = wire.client().executor().orElseGet(begun::defaultExecutor);
    try {
      // What the caller does next must not hold up the timer of everybody.
      executor.execute(end);
    } catch (RejectedExecutionException e) {
      end.run();
    }
  }

  private void stop(IOException why, boolean blamed) {
    boolean early = settled.compareAndSet(false, true);
    letGo(why, blamed);
    if (early) {
      fail(why, blamed ? wire.verdicts().assess(why) : Assessment.of(Verdict.IGNORED));
    }
  }

  private void letGo(IOException why, boolean blamed) {
    bodyOver();
    WatchedBody<T> answer = body;
    CompletableFuture<HttpResponse<T>> running = exchange;
    if (answer != null) {
      // To cancel the exchange as well would close its connection even if the body is complete and
      // another call has the connection by now.
      answer.stop(why, blamed);
    } else if (running != null) {
      running.cancel(true);
    }
  }

  /** Nobody wants the answer. */
  void discard() {
    letGo(new IOException("the answer was discarded"), false);
  }

  /**
   * Until when.
   *
   * @param attempt until when the answer must be complete
   * @param caller until when the caller waits, be that longer
   */
  record Until(Deadline attempt, Deadline caller) {}

  /** When it is cancelled, the attempt has let go of everything before anybody learns of that. */
  private final class Beginning extends CompletableFuture<JdkResult<T>> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (settled.compareAndSet(false, true)) {
        letGo(new IOException("the call was canceled"), false);
      }
      return super.cancel(mayInterruptIfRunning);
    }
  }
}
