// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Deadline;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.Timeouts;
import io.switchgear.gateway.upstream.ConnectionWaiter;
import io.switchgear.gateway.upstream.PoolExhaustedException;
import io.switchgear.gateway.upstream.PooledConnection;
import io.switchgear.http.Idempotency;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.GoAway;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One try to make a call: takes a connection, sends the request, receives the answer, each within
 * its time.
 *
 * <p>A connection that an earlier call used may have been closed by the other side just now. When
 * that shows before any byte of an answer, an idempotent request is sent once more on a new
 * connection (RFC 9112, 9.3.1); this is no retry of a call that reached the dependency. Any request
 * is sent once more when the other side says that it didn't look at it (RFC 9113, 8.7).
 */
final class Attempt implements ConnectionWaiter, Deadlines.Watched, Answer.Owner {
  private final Plane plane;
  private final Dependency dependency;
  private final Readings readings;
  private final Timeouts limits;
  private final Outgoing outgoing;
  private final long beginNanos;
  private final long endNanos;
  private final CompletableFuture<Answer> begun = new Beginning();

  private AttemptState state = AttemptState.CONNECTING;

  /** When something moved last, as far as a beat has noticed. */
  private long movedNanos;

  /** Something has moved since the last beat: to read the clock at each move would cost more. */
  private boolean moved;

  private boolean resent;
  private @Nullable PooledConnection connection;
  private @Nullable HttpClientRequest request;
  private @Nullable Answer answer;
  private @Nullable BodyPump requestPump;

  Attempt(Plane plane, Line line, Outgoing outgoing, Limits until) {
    this.plane = plane;
    this.dependency = line.dependency();
    this.readings = new Readings(dependency.verdicts());
    this.limits = line.operation().timeouts();
    this.outgoing = outgoing;
    this.movedNanos = plane.time().nanoTime();
    this.beginNanos = movedNanos + nanos(until.begin());
    this.endNanos = movedNanos + nanos(until.end());
  }

  private static long nanos(Deadline deadline) {
    return Math.min(deadline.remainingNanos(), Long.MAX_VALUE / 2);
  }

  /**
   * Starts it.
   *
   * @return itself when there is an answer; else a {@link CallFailure}; cancelling it gives up
   */
  CompletableFuture<Answer> start() {
    plane.deadlines().watch(this);
    dependency.pool().acquire(this);
    return begun;
  }

  @Override
  public void connected(PooledConnection ready) {
    connection = ready;
    enter(AttemptState.SENDING);
    ready.request(outgoing.method(), outgoing.target()).onComplete(this::send, this::lost);
  }

  @Override
  public void notConnected(Throwable error) {
    fail(
        error instanceof PoolExhaustedException ? CallError.NO_CONNECTION_FREE : CallError.CONNECT,
        error);
  }

  private void send(HttpClientRequest opened) {
    if (state == AttemptState.DONE) {
      opened.reset(StreamErrors.CANCEL);
      return;
    }
    request = opened;
    outgoing.writeHeaders(opened.headers());
    opened.exceptionHandler(this::lost);
    opened.response().onComplete(this::head, this::lost);
    Upload body = outgoing.body();
    Buffer whole = body.whole();
    if (body.isEmpty()) {
      opened.end();
      enter(AttemptState.AWAITING);
    } else if (whole != null) {
      boolean chunked = body.length() == BodyLength.UNKNOWN;
      opened.setChunked(chunked);
      if (!chunked) {
        opened.headers().set(HttpHeaders.CONTENT_LENGTH, Integer.toString(whole.length()));
      }
      opened.end(whole);
      enter(AttemptState.AWAITING);
    } else {
      stream(opened, body);
    }
  }

  private void stream(HttpClientRequest opened, Upload body) {
    opened.setChunked(body.length() == BodyLength.UNKNOWN);
    BodyPump pump =
        new BodyPump(
            body.rest(),
            opened,
            body.length(),
            plane.context(),
            new BodyPump.Events() {
              @Override
              public void took(Buffer piece) {
                touch();
                if (body.isTooLong(piece)) {
                  fail(CallError.BODY_TOO_LONG, new IOException("the body is too long"));
                }
              }

              @Override
              public void drained() {
                touch();
              }

              @Override
              public void ended() {
                requestSent();
              }
            });
    requestPump = pump;
    body.letCome();
    pump.start(body.takeBeginning());
    body.rest().resume();
  }

  private void requestSent() {
    requestPump = null;
    touch();
    if (state == AttemptState.SENDING) {
      enter(AttemptState.AWAITING);
    }
  }

  private void head(HttpClientResponse head) {
    if (state == AttemptState.DONE) {
      return;
    }
    head.exceptionHandler(this::lost);
    if (!AnswerHead.isPassable(head)) {
      fail(CallError.BAD_RESPONSE, new IOException("status " + head.statusCode()));
      return;
    }
    Answer whole = new Answer(head, readings, this);
    answer = whole;
    whole.begin(outgoing.mayBeRepeated());
  }

  @Override
  public Context context() {
    return plane.context();
  }

  @Override
  public void contentBegan() {
    enter(AttemptState.ANSWERING);
  }

  @Override
  public void moved() {
    touch();
  }

  @Override
  public void begun(Answer whole) {
    begun.complete(whole);
  }

  @Override
  public void giveUp() {
    abort();
  }

  /** Before anybody learns that the place is free, so that the next call finds the connection. */
  @Override
  public void bodyOver() {
    boolean reusable = requestPump == null && answer != null && answer.keepsAlive();
    if (!reusable && request != null) {
      request.reset(StreamErrors.CANCEL);
    }
    PooledConnection used = connection;
    connection = null;
    leave();
    if (used == null) {
      return;
    }
    if (reusable) {
      used.release();
    } else {
      used.discard();
    }
  }

  private void lost(Throwable error) {
    if (state == AttemptState.DONE) {
      return;
    }
    boolean closed =
        error instanceof HttpClosedException
            || error instanceof IOException
            || error instanceof StreamResetException;
    boolean unseen = isUnseen(error);
    if (closed && mayResend(unseen)) {
      resend();
    } else if (unseen) {
      fail(CallError.CONNECT, error);
    } else {
      fail(closed ? CallError.CONNECTION_LOST : CallError.BAD_RESPONSE, error);
    }
  }

  /** Whether the other side says that it didn't look at the request. */
  private boolean isUnseen(Throwable error) {
    if (error instanceof StreamResetException reset) {
      return reset.getCode() == StreamErrors.REFUSED_STREAM;
    }
    GoAway goAway = error instanceof HttpClosedException gone ? gone.goAway() : null;
    return goAway != null && request != null && request.streamId() > goAway.getLastStreamId();
  }

  private boolean mayResend(boolean unseen) {
    boolean awaited = state == AttemptState.SENDING || state == AttemptState.AWAITING;
    return awaited
        && answer == null
        && !resent
        && connection != null
        && (unseen || (connection.isReused() && Idempotency.isOf(outgoing.method().name())))
        && outgoing.body().canBeSent();
  }

  private void resend() {
    resent = true;
    request = null;
    if (connection != null) {
      connection.discard();
      connection = null;
    }
    enter(AttemptState.CONNECTING);
    dependency.pool().acquireNew(this);
  }

  @Override
  public void beat(long nowNanos) {
    if (moved) {
      moved = false;
      movedNanos = nowNanos;
    }
    if (nowNanos - (begun.isDone() ? endNanos : beginNanos) >= 0) {
      timedOut(CallError.TOTAL_TIMEOUT);
      return;
    }
    long stillNanos = nowNanos - movedNanos;
    switch (state) {
      case CONNECTING -> timedOutIf(stillNanos >= limits.connectNanos(), CallError.CONNECT_TIMEOUT);
      case SENDING -> timedOutIf(stillNanos >= limits.idleNanos(), CallError.IDLE_TIMEOUT);
      case AWAITING ->
          timedOutIf(stillNanos >= limits.firstByteNanos(), CallError.FIRST_BYTE_TIMEOUT);
      case ANSWERING -> {
        if (answer != null) {
          answer.beat();
        }
        timedOutIf(stillNanos >= limits.idleNanos(), CallError.IDLE_TIMEOUT);
      }
      case DONE -> leave();
    }
  }

  private void timedOutIf(boolean over, CallError error) {
    if (over) {
      timedOut(error);
    }
  }

  private void timedOut(CallError error) {
    CallError blamed = waitsForClient() ? CallError.CLIENT_TIMEOUT : error;
    fail(blamed, new CallTimeoutException(blamed));
  }

  private boolean waitsForClient() {
    boolean clientSends = requestPump != null && !requestPump.isBlocked();
    boolean clientReadsSlowly = answer != null && answer.isBlocked();
    return clientSends || clientReadsSlowly;
  }

  private void fail(CallError kind, Throwable error) {
    Assessment said = readings.read(kind, error);
    stop();
    boolean early = begun.completeExceptionally(new CallFailure(kind, said, error));
    if (answer != null && early) {
      answer.stop(said);
    } else if (answer != null) {
      answer.fail(kind, said);
    }
  }

  /** Gives the call up, because nobody wants it any more. */
  void abort() {
    if (state != AttemptState.DONE) {
      stop();
      if (answer != null) {
        answer.stop(Assessment.of(Verdict.IGNORED));
      }
    }
  }

  private void stop() {
    if (state == AttemptState.DONE) {
      return;
    }
    boolean connecting = state == AttemptState.CONNECTING;
    leave();
    if (connecting) {
      dependency.pool().giveUp(this);
    }
    if (requestPump != null) {
      requestPump.stop();
    }
    if (request != null) {
      request.reset(StreamErrors.CANCEL);
    }
    if (connection != null) {
      connection.discard();
      connection = null;
    }
  }

  private void enter(AttemptState next) {
    state = next;
    touch();
  }

  private void leave() {
    state = AttemptState.DONE;
    plane.deadlines().forget(this);
  }

  private void touch() {
    moved = true;
  }

  /**
   * The limits in time of the whole call, beside those of its parts.
   *
   * @param begin until when there must be an answer
   * @param end until when it must be complete
   */
  record Limits(Deadline begin, Deadline end) {}

  /** When it is cancelled, the attempt has let go of everything before anybody learns of that. */
  private final class Beginning extends CompletableFuture<Answer> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (!isDone()) {
        abort();
      }
      return super.cancel(mayInterruptIfRunning);
    }
  }
}
