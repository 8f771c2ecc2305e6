// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.Timeouts;
import io.switchgear.gateway.upstream.ConnectionWaiter;
import io.switchgear.gateway.upstream.PoolExhaustedException;
import io.switchgear.gateway.upstream.PooledConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One try to make a call: takes a connection, sends the request, receives the answer, each within
 * its time. It tells its owner of the answer's head and of how it ended, the latter exactly once
 * unless the owner cancels it.
 *
 * <p>A connection that an earlier call used may have been closed by the other side just now. When
 * that shows before any byte of an answer, an idempotent request without a body is sent once more
 * on a new connection (RFC 9112, 9.3.1); this is no retry of a call that reached the dependency.
 */
final class Attempt implements ConnectionWaiter, Deadlines.Watched {
  private static final int FIRST_FINAL_STATUS = 200;
  private static final int LAST_STATUS = 599;

  private static final Set<HttpMethod> IDEMPOTENT =
      Set.of(
          HttpMethod.GET,
          HttpMethod.HEAD,
          HttpMethod.OPTIONS,
          HttpMethod.PUT,
          HttpMethod.DELETE,
          HttpMethod.TRACE);

  private final Plane plane;
  private final Dependency dependency;
  private final HttpServerRequest client;
  private final String target;
  private final Events events;
  private final long startedNanos;

  private State state = State.CONNECTING;
  private long movedNanos;
  private boolean asking;
  private boolean resent;
  private @Nullable PooledConnection connection;
  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse answer;
  private @Nullable BodyPump requestPump;
  private @Nullable BodyPump answerPump;

  Attempt(
      Plane plane, Dependency dependency, HttpServerRequest client, String target, Events events) {
    this.plane = plane;
    this.dependency = dependency;
    this.client = client;
    this.target = target;
    this.events = events;
    this.startedNanos = plane.time().nanoTime();
    this.movedNanos = startedNanos;
  }

  void start() {
    plane.deadlines().watch(this);
    asking = true;
    dependency.pool().acquire(this);
    asking = false;
  }

  @Override
  public void connected(PooledConnection ready) {
    if (!asking && !events.stillWanted()) {
      leave();
      ready.release();
      return;
    }
    connection = ready;
    enter(State.SENDING);
    ready.request(client.method(), target).onComplete(this::send, this::lost);
  }

  @Override
  public void notConnected(Throwable error) {
    if (error instanceof PoolExhaustedException) {
      leave();
      events.noConnectionFree();
    } else {
      fail(CallError.CONNECT, error);
    }
  }

  private void send(HttpClientRequest begun) {
    if (state == State.DONE) {
      begun.reset();
      return;
    }
    request = begun;
    HeaderRules.passRequest(client.headers(), begun.headers());
    begun.exceptionHandler(this::lost);
    begun.response().onComplete(this::head, this::lost);
    long length = BodyLength.ofRequest(client.headers());
    if (length == 0) {
      begun.end();
      enter(State.AWAITING);
    } else {
      sendBody(begun, length);
    }
  }

  private void sendBody(HttpClientRequest begun, long length) {
    begun.setChunked(length == BodyLength.UNKNOWN);
    BodyPump pump =
        new BodyPump(
            client,
            begun,
            length,
            plane.context(),
            new BodyPump.Events() {
              @Override
              public void moved() {
                touch();
              }

              @Override
              public void ended() {
                requestSent();
              }
            });
    requestPump = pump;
    if (expectsContinue(client)) {
      client.response().writeContinue();
    }
    pump.start();
    client.resume();
  }

  static boolean expectsContinue(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_1_1
        && request.headers().contains(HttpHeaders.EXPECT, HttpHeaders.CONTINUE, true);
  }

  private void requestSent() {
    requestPump = null;
    touch();
    if (state == State.SENDING) {
      enter(State.AWAITING);
    }
  }

  private void head(HttpClientResponse begun) {
    if (state == State.DONE) {
      return;
    }
    begun.exceptionHandler(this::lost);
    if (!isPassable(begun)) {
      fail(CallError.BAD_RESPONSE, new IOException("status " + begun.statusCode()));
      return;
    }
    answer = begun;
    enter(State.ANSWERING);
    events.answered(begun);
  }

  /**
   * An interim status that HTTP didn't define would be taken for the answer; 101 wasn't asked. A
   * status beyond 599 isn't HTTP (RFC 9110, 15), and clients read it in different ways.
   */
  private static boolean isPassable(HttpClientResponse begun) {
    String coding = begun.getHeader(HttpHeaders.TRANSFER_ENCODING);
    return begun.statusCode() >= FIRST_FINAL_STATUS
        && begun.statusCode() <= LAST_STATUS
        && (coding == null || coding.equalsIgnoreCase(HttpHeaders.CHUNKED.toString()));
  }

  /** Passes the answer's body on; the head must be set. */
  void passBody(HttpServerResponse sink) {
    HttpClientResponse body = answer;
    if (body == null) {
      throw new IllegalStateException("There is no answer yet");
    }
    answerPump =
        new BodyPump(
            body,
            sink,
            BodyLength.ofResponse(body.headers()),
            plane.context(),
            new BodyPump.Events() {
              @Override
              public void moved() {
                touch();
              }

              @Override
              public void ended() {
                complete(body);
              }
            });
    answerPump.start();
  }

  private void complete(HttpClientResponse complete) {
    boolean reusable = requestPump == null && keepsAlive(complete);
    PooledConnection used = connection;
    connection = null;
    leave();
    events.completed();
    if (used != null) {
      if (reusable) {
        used.release();
      } else {
        used.discard();
      }
    }
  }

  private static boolean keepsAlive(HttpClientResponse response) {
    String option = response.getHeader(HttpHeaders.CONNECTION);
    return response.version() == HttpVersion.HTTP_1_1
        && (option == null || !option.toLowerCase(Locale.ROOT).contains("close"));
  }

  private void lost(Throwable error) {
    if (state == State.DONE) {
      return;
    }
    boolean closed =
        error instanceof HttpClosedException
            || error instanceof IOException
            || error instanceof StreamResetException;
    if (closed && mayResend()) {
      resend();
    } else {
      fail(closed ? CallError.CONNECTION_LOST : CallError.BAD_RESPONSE, error);
    }
  }

  private boolean mayResend() {
    boolean unanswered = state == State.SENDING || state == State.AWAITING;
    return unanswered
        && !resent
        && connection != null
        && connection.isReused()
        && IDEMPOTENT.contains(client.method())
        && BodyLength.ofRequest(client.headers()) == 0;
  }

  private void resend() {
    resent = true;
    request = null;
    if (connection != null) {
      connection.discard();
      connection = null;
    }
    enter(State.CONNECTING);
    dependency.pool().acquireNew(this);
  }

  @Override
  public void beat(long nowNanos) {
    Timeouts limits = dependency.timeouts();
    if (nowNanos - startedNanos >= limits.totalNanos()) {
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
        events.stillAnswering();
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
    boolean clientReadsSlowly = answerPump != null && answerPump.isBlocked();
    return clientSends || clientReadsSlowly;
  }

  private void fail(CallError kind, Throwable error) {
    abort();
    events.failed(kind, error);
  }

  /** Gives the call up; the owner isn't told of anything any more. */
  void abort() {
    if (state == State.DONE) {
      return;
    }
    boolean connecting = state == State.CONNECTING;
    leave();
    if (connecting) {
      dependency.pool().giveUp(this);
    }
    if (requestPump != null) {
      requestPump.stop();
    }
    if (answerPump != null) {
      answerPump.stop();
    }
    if (request != null) {
      request.reset();
    }
    if (connection != null) {
      connection.discard();
    }
  }

  private void enter(State next) {
    state = next;
    touch();
  }

  private void leave() {
    state = State.DONE;
    plane.deadlines().forget(this);
  }

  private void touch() {
    movedNanos = plane.time().nanoTime();
  }

  private enum State {
    /** Waits for a connection. */
    CONNECTING,
    /** Sends the request. */
    SENDING,
    /** The request is out, the answer hasn't begun. */
    AWAITING,
    /** The answer is being passed on. */
    ANSWERING,
    /** Over. */
    DONE
  }

  /** What the owner of an attempt learns. */
  interface Events {
    /** A connection came after a wait: whether the call should still be made. */
    boolean stillWanted();

    /** The pool's bounds don't allow the call; it wasn't made. */
    void noConnectionFree();

    /**
     * The answer's head is there; the owner passes it on and calls {@link #passBody}.
     *
     * @param answer the answer
     */
    void answered(HttpClientResponse answer);

    /** The answer isn't complete yet; called now and then. */
    void stillAnswering();

    /** The answer is complete. */
    void completed();

    /**
     * It went wrong.
     *
     * @param kind what
     * @param error the details, for the verdict
     */
    void failed(CallError kind, Throwable error);
  }
}
