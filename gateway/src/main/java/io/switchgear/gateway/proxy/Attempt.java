// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Deadline;
import io.switchgear.core.OngoingResult;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.Timeouts;
import io.switchgear.gateway.upstream.ConnectionWaiter;
import io.switchgear.gateway.upstream.PoolExhaustedException;
import io.switchgear.gateway.upstream.PooledConnection;
import io.switchgear.http.HttpReading;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.ResponseSample;
import io.vertx.core.buffer.Buffer;
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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One try to make a call: takes a connection, sends the request, receives the answer, each within
 * its time. It begins when the answer's head is there; its body is passed on by whoever gets it.
 *
 * <p>The beginning of the body is read first where the verdict may depend on it. It is also read
 * where another attempt may follow one that failed: most answers of that kind are short, and one
 * that is complete holds no connection while the next attempt is made.
 *
 * <p>A connection that an earlier call used may have been closed by the other side just now. When
 * that shows before any byte of an answer, an idempotent request is sent once more on a new
 * connection (RFC 9112, 9.3.1); this is no retry of a call that reached the dependency.
 */
final class Attempt implements ConnectionWaiter, Deadlines.Watched, OngoingResult {
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
  private final Timeouts limits;
  private final Outgoing outgoing;
  private final long endNanos;
  private final CompletableFuture<Attempt> begun = new Beginning();
  private final CompletableFuture<Assessment> ended = new CompletableFuture<>();

  private State state = State.CONNECTING;
  private long movedNanos;
  private boolean resent;
  private @Nullable PooledConnection connection;
  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse answer;
  private Assessment assessment = Assessment.of(Verdict.IGNORED);
  private @Nullable BodyPump requestPump;
  private @Nullable BodyPump answerPump;

  /** The beginning of the answer's body, if it was read before the answer is passed on. */
  private @Nullable Buffer beginning;

  /** Looks at the answer if it is a stream of events. */
  private @Nullable EventWatch events;

  private boolean passingBeginning;
  private boolean complete;
  private boolean held;
  private @Nullable CallError broken;
  private @Nullable Receiver receiver;

  Attempt(Plane plane, Line line, Outgoing outgoing, Deadline deadline) {
    this.plane = plane;
    this.dependency = line.dependency();
    this.limits = line.operation().timeouts();
    this.outgoing = outgoing;
    this.movedNanos = plane.time().nanoTime();
    this.endNanos = movedNanos + Math.min(deadline.remainingNanos(), Long.MAX_VALUE / 2);
  }

  /**
   * Starts it.
   *
   * @return itself when there is an answer; else a {@link CallFailure}; cancelling it gives up
   */
  CompletableFuture<Attempt> start() {
    plane.deadlines().watch(this);
    dependency.pool().acquire(this);
    return begun;
  }

  @Override
  public void connected(PooledConnection ready) {
    connection = ready;
    enter(State.SENDING);
    ready.request(outgoing.method(), outgoing.target()).onComplete(this::send, this::lost);
  }

  @Override
  public void notConnected(Throwable error) {
    fail(
        error instanceof PoolExhaustedException ? CallError.NO_CONNECTION_FREE : CallError.CONNECT,
        error);
  }

  private void send(HttpClientRequest opened) {
    if (state == State.DONE) {
      opened.reset();
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
      enter(State.AWAITING);
    } else if (whole != null) {
      opened.setChunked(body.length() == BodyLength.UNKNOWN);
      opened.end(whole);
      enter(State.AWAITING);
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
    if (expectsContinue(body.rest())) {
      body.rest().response().writeContinue();
    }
    pump.start(body.takeBeginning());
    body.rest().resume();
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

  private void head(HttpClientResponse head) {
    if (state == State.DONE) {
      return;
    }
    head.exceptionHandler(this::lost);
    if (!isPassable(head)) {
      fail(CallError.BAD_RESPONSE, new IOException("status " + head.statusCode()));
      return;
    }
    answer = head;
    AnswerHead readable = new AnswerHead(head);
    assessment = read(readable);
    boolean succeeded = assessment.verdict() == Verdict.SUCCESS;
    if (succeeded && dependency.verdicts().knowsStreamEnd() && StreamEvents.isStream(head)) {
      awaitContent(head);
      return;
    }
    enter(State.ANSWERING);
    boolean mayBeReplaced = !succeeded && outgoing.mayBeRepeated();
    if (mayBeReplaced || dependency.verdicts().looksAtBody(readable)) {
      readBeginning(head);
    } else {
      begin(head);
    }
  }

  /**
   * A stream of events has begun when its content has. Until then another attempt may take its
   * place, and nothing that only keeps the connection alive counts as the first byte.
   */
  private void awaitContent(HttpClientResponse head) {
    state = State.AWAITING;
    EventWatch watch = new EventWatch(dependency.verdicts());
    events = watch;
    Buffer pieces = Buffer.buffer();
    beginning = pieces;
    head.handler(
        piece -> {
          pieces.appendBuffer(piece);
          watch.scan(piece);
          if (watch.hasBegun() || pieces.length() > ResponseSample.MAX_BYTES) {
            contentBegan(head, watch);
          }
        });
    head.endHandler(
        nothing -> {
          if (!begun.isDone()) {
            Buffer addition = endOfStream();
            wholeAnswer(addition == null ? pieces : pieces.appendBuffer(addition));
          }
        });
  }

  private void contentBegan(HttpClientResponse head, EventWatch watch) {
    if (begun.isDone()) {
      return;
    }
    HttpReading error = watch.error();
    assessment = error == null ? assessment : reading(error);
    enter(State.ANSWERING);
    hold(head);
    begin(head);
  }

  private void passing(Buffer piece) {
    // The beginning was looked at when it came.
    if (events == null || passingBeginning || events.scan(piece)) {
      touch();
    }
  }

  /** The stream's bytes are over: what its events have said, and what the client has to know. */
  private @Nullable Buffer endOfStream() {
    EventWatch watch = events;
    if (watch == null) {
      return null;
    }
    watch.end();
    HttpReading error = watch.error();
    if (error != null) {
      assessment = reading(error);
      return null;
    }
    if (!watch.isCut()) {
      return null;
    }
    assessment = assess(CallError.CONNECTION_LOST, new IOException("the stream has no end"));
    return StreamEvents.error(CallError.CONNECTION_LOST);
  }

  private Assessment read(ResponseHead head) {
    Assessment plain = dependency.verdicts().assess(head);
    return plain.verdict() == Verdict.SUCCESS ? plain : reading(dependency.verdicts().read(head));
  }

  /** What concerns this call alone is kept for the retry, while the circuit doesn't count it. */
  private static Assessment reading(HttpReading reading) {
    Repeat repeat =
        switch (reading.retryable()) {
          // Whether it may be made twice is the client's to say, not the dependency's.
          case YES -> Repeat.USEFUL;
          case IDEMPOTENT_ONLY -> Repeat.BY_VERDICT;
          case NO -> Repeat.USELESS;
        };
    Assessment said = reading.forOthers().repeat(repeat);
    return reading.notBefore().map(said::retryAfter).orElse(said);
  }

  private void readBeginning(HttpClientResponse head) {
    Buffer pieces = Buffer.buffer();
    beginning = pieces;
    head.handler(
        piece -> {
          touch();
          pieces.appendBuffer(piece);
          if (pieces.length() > ResponseSample.MAX_BYTES && !begun.isDone()) {
            hold(head);
            readWith(pieces.slice(0, ResponseSample.MAX_BYTES), true);
            begin(head);
          }
        });
    head.endHandler(
        nothing -> {
          readWith(pieces, false);
          wholeAnswer(pieces);
        });
  }

  private void wholeAnswer(Buffer body) {
    beginning = body;
    complete = true;
    giveConnectionBack(answer());
    ended.complete(assessment);
    begun.complete(this);
  }

  private void readWith(Buffer body, boolean truncated) {
    HttpClientResponse head = Objects.requireNonNull(answer);
    ResponseSample sample = ResponseSample.of(new AnswerHead(head), body.getBytes(), truncated);
    assessment = read(sample);
  }

  /** The answer is there; whoever gets it takes its body now or later. */
  private void begin(HttpClientResponse head) {
    begun.complete(this);
    if (answerPump == null && !held && state != State.DONE) {
      hold(head);
    }
  }

  private void hold(HttpClientResponse head) {
    held = true;
    head.pause();
  }

  /** The answer: its status and headers. */
  HttpClientResponse answer() {
    return Objects.requireNonNull(answer, "there is no answer yet");
  }

  /** Whether the answer is a stream of events. */
  boolean isStream() {
    return events != null;
  }

  /** What the answer says about the dependency. */
  Assessment assessment() {
    return assessment;
  }

  @Override
  public CompletionStage<Assessment> ended() {
    return ended;
  }

  @Override
  public void discard() {
    abort();
  }

  /**
   * An interim status that HTTP didn't define would be taken for the answer; 101 wasn't asked. A
   * status beyond 599 isn't HTTP (RFC 9110, 15), and clients read it in different ways.
   */
  private static boolean isPassable(HttpClientResponse head) {
    String coding = head.getHeader(HttpHeaders.TRANSFER_ENCODING);
    return head.statusCode() >= FIRST_FINAL_STATUS
        && head.statusCode() <= LAST_STATUS
        && (coding == null || coding.equalsIgnoreCase(HttpHeaders.CHUNKED.toString()));
  }

  /** Passes the answer's body on; the head must be set. */
  void passBody(HttpServerResponse sink, Receiver to) {
    receiver = to;
    if (complete) {
      sink.end(Objects.requireNonNull(beginning));
      to.completed();
      return;
    }
    if (broken != null) {
      to.failed(broken);
      return;
    }
    HttpClientResponse body = answer();
    BodyPump pump =
        new BodyPump(
            body,
            sink,
            BodyLength.ofResponse(body.headers()),
            plane.context(),
            new BodyPump.Events() {
              @Override
              public void took(Buffer piece) {
                passing(piece);
              }

              @Override
              public void drained() {
                touch();
              }

              @Override
              public @Nullable Buffer addition() {
                return endOfStream();
              }

              @Override
              public void ended() {
                completed(body);
              }
            });
    answerPump = pump;
    Buffer first = beginning;
    beginning = null;
    passingBeginning = true;
    pump.start(first);
    passingBeginning = false;
    if (held) {
      held = false;
      body.resume();
    }
  }

  private void completed(HttpClientResponse body) {
    giveConnectionBack(body);
    ended.complete(assessment);
    if (receiver != null) {
      receiver.completed();
    }
  }

  /** Before anybody learns that the place is free, so that the next call finds the connection. */
  private void giveConnectionBack(HttpClientResponse complete) {
    boolean reusable = requestPump == null && keepsAlive(complete);
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
        && IDEMPOTENT.contains(outgoing.method())
        && outgoing.body().canBeSent();
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
    if (nowNanos - endNanos >= 0) {
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
        if (receiver != null) {
          receiver.stillAnswering();
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
    boolean clientReadsSlowly = answerPump != null && answerPump.isBlocked();
    return clientSends || clientReadsSlowly;
  }

  private void fail(CallError kind, Throwable error) {
    Assessment said = assess(kind, error);
    broken = kind;
    stop();
    if (!begun.completeExceptionally(new CallFailure(kind, said, error))) {
      ended.complete(said);
      if (receiver != null) {
        receiver.failed(kind);
      }
    }
  }

  private Assessment assess(CallError kind, Throwable error) {
    return switch (kind) {
      case CLIENT_TIMEOUT -> Assessment.of(Verdict.IGNORED).repeat(Repeat.USELESS);
      case NO_CONNECTION_FREE -> Assessment.of(Verdict.IGNORED).repeat(Repeat.UNSEEN);
      // The dependency never saw the call.
      case CONNECT, CONNECT_TIMEOUT -> dependency.verdicts().assess(error).repeat(Repeat.UNSEEN);
      default -> dependency.verdicts().assess(error);
    };
  }

  /** Gives the call up, because nobody wants it any more. */
  void abort() {
    if (state != State.DONE) {
      stop();
      ended.complete(Assessment.of(Verdict.IGNORED));
    }
  }

  private void stop() {
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

  /** When it is cancelled, the attempt has let go of everything before anybody learns of that. */
  private final class Beginning extends CompletableFuture<Attempt> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      if (!isDone()) {
        abort();
      }
      return super.cancel(mayInterruptIfRunning);
    }
  }

  /** Who passes an answer on. */
  interface Receiver {
    /** The answer isn't complete yet; called now and then. */
    void stillAnswering();

    /** The answer is complete. */
    void completed();

    /**
     * The rest of the answer won't come.
     *
     * @param kind why
     */
    void failed(CallError kind);
  }
}
