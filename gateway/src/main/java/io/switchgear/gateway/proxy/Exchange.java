// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.switchgear.config.FailoverTarget;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.route.RequestTarget;
import io.switchgear.http.RateLimitHeaders;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Source;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A client's request until its answer is complete: reads the beginning of its body, has the
 * policies make the call, and passes the answer on.
 *
 * <p>What the policies learn, and when, is the pipeline's: a result that isn't a success is told as
 * soon as the answer's head shows it, so that a throttled key is held back at once; a success when
 * the body is complete, since an answer that is cut off is a failure whatever its status says. What
 * the client causes says nothing about the dependency.
 */
final class Exchange implements AnswerReceiver, Deadlines.Watched {
  private static final System.Logger LOGGER = System.getLogger(Exchange.class.getName());

  private final Plane plane;
  private final Lines lines;
  private final Line line;
  private final Dependency dependency;
  private final Operation operation;
  private final HttpServerRequest client;
  private final HttpServerResponse response;
  private final Upload upload;
  private final Incoming incoming;
  private final Destination primary;
  private final @Nullable Failover<Exchange, Answer> failover;
  private final Map<String, Destination> others = new HashMap<>();

  private Deadline deadline = Deadline.none();
  private @Nullable CompletableFuture<Outcome<Answer>> call;
  private @Nullable Answer answer;
  private boolean made;
  private long startedNanos;
  private boolean done;

  Exchange(
      Plane plane,
      Lines lines,
      Dependency dependency,
      HttpServerRequest client,
      RequestTarget target) {
    this.plane = plane;
    this.lines = lines;
    this.line = lines.line(dependency, client.method(), target);
    this.dependency = dependency;
    this.operation = line.operation();
    this.client = client;
    this.response = client.response();
    this.upload = Upload.of(client, dependency);
    this.incoming = new Incoming(client, target, headers(), upload);
    this.failover = lines.failover(dependency);
    RequestChanges changes = new RequestChanges(List.of(dependency.headers()), List.of());
    this.primary = new Destination(plane, line, incoming, changes, failover != null);
  }

  /** The client's headers, with an idempotency key if the request is to have one and has none. */
  private MultiMap headers() {
    MultiMap sent = client.headers();
    boolean mints =
        operation.policies().mintsIdempotencyKeys()
            && (client.method().equals(HttpMethod.POST) || client.method().equals(HttpMethod.PATCH))
            && !sent.contains(HeaderRules.IDEMPOTENCY_KEY);
    return mints
        ? HttpHeaders.headers().addAll(sent).add(HeaderRules.IDEMPOTENCY_KEY, plane.newKey())
        : sent;
  }

  /** The dependency that the client named, or another one that may answer in its place. */
  Destination at(String name) {
    return name.equals(dependency.name())
        ? primary
        : others.computeIfAbsent(name, this::destination);
  }

  private Destination destination(String name) {
    Dependency to = Objects.requireNonNull(lines.find(name));
    FailoverTarget target = lines.target(dependency, name);
    RequestChanges changes =
        new RequestChanges(List.of(to.headers(), target.headers()), List.of(target.body()));
    Line other = lines.line(to, client.method(), incoming.target());
    return new Destination(plane, other, incoming, changes, true);
  }

  /** What a request's session is; null when it is of none. */
  @Nullable String session() {
    return dependency.sessionOf(incoming.target(), client.headers(), upload.whole());
  }

  void begin() {
    response.closeHandler(nothing -> clientGone());
    response.exceptionHandler(this::clientBroke);
    if (upload.isEmpty()) {
      call();
      return;
    }
    if (upload.isTooLong()) {
      bodyTooLong();
      return;
    }
    if (failover == null && dependency.keyBodyBytes() == 0 && !mayStart()) {
      return;
    }
    startedNanos = plane.time().nanoTime();
    plane.deadlines().watch(this);
    upload.readBeginning().onComplete(nothing -> call(), tooLong -> bodyTooLong());
  }

  private boolean mayStart() {
    try {
      // A client needn't send its body for a call that has no chance.
      primary.circuit().check(CallOptions.none());
    } catch (CallRejectedException refusal) {
      rejected(refusal);
      return false;
    }
    return true;
  }

  /** While the beginning of the body is awaited. */
  @Override
  public void beat(long nowNanos) {
    if (nowNanos - startedNanos >= operation.timeouts().idleNanos()) {
      end();
      plane.answers().bodyTimedOut(client, dependency.name());
    }
  }

  private void bodyTooLong() {
    if (!done) {
      end();
      plane.answers().bodyTooLong(client, dependency.maxBodyBytes());
    }
  }

  private void call() {
    plane.deadlines().forget(this);
    if (done) {
      return;
    }
    startedNanos = plane.time().nanoTime();
    deadline = Deadline.after(Duration.ofNanos(operation.timeouts().totalNanos()), plane.time());
    boolean repeatable =
        upload.isKept()
            && operation.policies().mayRepeat(client.method().name(), incoming.hasIdempotencyKey());
    CallOptions options = CallOptions.none().deadline(deadline).idempotent(repeatable);
    CompletableFuture<Outcome<Answer>> started =
        failover != null && mayFailOver()
            ? failover.executeAsync(options, this)
            : primary.policies().executeAsync(options, given -> attempt(primary, given));
    call = started;
    var unused = started.whenComplete(this::decided);
  }

  private boolean mayFailOver() {
    return failover != null && upload.isKept();
  }

  CompletionStage<Answer> attempt(Destination to, CallOptions options) {
    made = true;
    return to.attempt(options, deadline);
  }

  private void decided(@Nullable Outcome<Answer> outcome, @Nullable Throwable failure) {
    // Elsewhere only when an operator's order ended a wait.
    plane.time().run(() -> answer(outcome, failure));
  }

  private void answer(@Nullable Outcome<Answer> outcome, @Nullable Throwable failure) {
    if (!done && response.closed()) {
      clientGone();
    }
    if (!done && outcome != null && mayFailOver()) {
      countFailover(outcome);
    }
    Answer answered = outcome != null && outcome.hasValue() ? outcome.value() : null;
    if (done && answered != null) {
      answered.discard();
    } else if (answered != null && outcome != null) {
      passSafely(answered, outcome);
    } else if (!done) {
      failed(outcome == null ? failure : outcome.error().orElse(null));
    }
  }

  /** What the first dependency has answered itself, and mistakes of the caller, aren't counted. */
  private void countFailover(Outcome<Answer> outcome) {
    boolean elsewhere = outcome.source() == Source.FAILOVER;
    boolean nowhere =
        outcome.rejection().isPresent()
            || outcome.verdict() == Verdict.FAILURE
            || outcome.verdict() == Verdict.THROTTLED;
    if (elsewhere || nowhere) {
      operation.meter().failedOver(elsewhere);
    }
  }

  /** Whatever happens on the way, the answer's connection and the call's place come free. */
  private void passSafely(Answer answered, Outcome<Answer> outcome) {
    try {
      pass(answered, outcome);
    } catch (RuntimeException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "The client's connection takes no answer", e);
      clientGone();
      response.reset(StreamErrors.INTERNAL_ERROR);
    }
  }

  private void failed(@Nullable Throwable error) {
    if (error instanceof CallRejectedException refusal) {
      rejected(refusal);
    } else if (error instanceof CallFailure failure) {
      end();
      noteRetries();
      plane.answers().failed(client, dependency.name(), failure.kind());
    } else {
      LOGGER.log(System.Logger.Level.ERROR, "A call to " + dependency.name() + " broke", error);
      end();
      response.reset(StreamErrors.INTERNAL_ERROR);
    }
  }

  /** Whoever retries as well would multiply the calls. */
  private void noteRetries() {
    if (operation.policies().repeats() || failover != null) {
      response.headers().set(HeaderRules.SHOULD_RETRY, "false");
    }
  }

  private void rejected(CallRejectedException refusal) {
    end();
    if (refusal.reason() == RejectionReason.RATE_LIMITED) {
      operation.meter().rateLimited();
      Optional<RateLimitHeaders> headers =
          dependency
              .rates()
              .limiter(primary.key())
              .map(limiter -> RateLimitHeaders.refused(limiter, refusal.retryAfter()));
      plane.answers().rateLimited(client, dependency.name(), refusal.rejection(), headers);
    } else {
      plane
          .answers()
          .rejected(client, dependency.name(), refusal.rejection(), dependency.fallbackMessage());
    }
  }

  private void pass(Answer answered, Outcome<Answer> outcome) {
    answer = answered;
    HttpClientResponse head = answered.head();
    response.setStatusCode(head.statusCode());
    response.setStatusMessage(head.statusMessage());
    HeaderRules.passResponse(head.headers(), response.headers());
    response.headers().set(HeaderRules.OUTCOME, AnswerSource.answered(outcome));
    if (answered.assessment().verdict() != Verdict.SUCCESS) {
      noteRetries();
    }
    if (BodyLength.ofResponse(head.headers()) == BodyLength.UNKNOWN && mayHaveBody(head)) {
      passHeadSoon();
    }
    answered.passBody(response, this);
  }

  private boolean mayHaveBody(HttpClientResponse head) {
    return head.statusCode() != HttpResponseStatus.NO_CONTENT.code()
        && head.statusCode() != HttpResponseStatus.NOT_MODIFIED.code()
        && !client.method().equals(HttpMethod.HEAD);
  }

  /** A stream may be silent after its head for long, and the client wants to know that it began. */
  private void passHeadSoon() {
    if (client.version() == HttpVersion.HTTP_1_0) {
      // Such a client takes the end of the connection for the end of the body.
      LastAnswer.on(client);
    } else {
      plane.context().runOnContext(nothing -> stillAnswering());
    }
  }

  @Override
  public void stillAnswering() {
    if (!done && !response.headWritten()) {
      response.writeHead();
    }
  }

  @Override
  public void completed() {
    end();
    Drain.rest(client);
  }

  @Override
  public void failed(CallError kind) {
    end();
    if (response.headWritten() && answer != null && answer.takesEvent()) {
      response.end(StreamEvents.error(kind));
    } else if (response.headWritten()) {
      response.reset(StreamErrors.INTERNAL_ERROR);
    } else {
      plane.answers().failed(client, dependency.name(), kind);
    }
  }

  /** The connection broke, or the body turned out to be none. */
  private void clientBroke(Throwable error) {
    boolean malformed = !done && !response.headWritten() && Fault.isSyntax(error);
    clientGone();
    if (malformed) {
      plane.answers().malformed(client, Fault.ofBody());
    }
  }

  private void clientGone() {
    if (done) {
      return;
    }
    end();
    if (answer != null) {
      answer.discard();
    } else if (call != null) {
      call.cancel(true);
    }
  }

  /** Calls that weren't made have no duration. */
  private void end() {
    done = true;
    plane.deadlines().forget(this);
    if (made) {
      operation.meter().called(plane.time().nanoTime() - startedNanos);
    }
  }
}
