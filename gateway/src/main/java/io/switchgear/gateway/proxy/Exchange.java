// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadPermit;
import io.switchgear.circuitbreaker.CircuitRejection;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.RejectionReason;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.gateway.dependency.Dependency;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client's request that the circuit has admitted, until its answer is complete: waits for a place
 * in the bulkhead, makes the call, passes the answer on, and tells the circuit what it was.
 *
 * <p>A result that isn't a success is told as soon as the answer's head shows it, so that a
 * throttled key is held back at once. A success is told when the body is complete, since an answer
 * that is cut off is a failure whatever its status says. What the client causes says nothing about
 * the dependency.
 */
final class Exchange implements Attempt.Events {
  private final Plane plane;
  private final Dependency dependency;
  private final HttpServerRequest client;
  private final HttpServerResponse response;
  private final String target;
  private final CallPermit permit;

  private @Nullable CompletableFuture<BulkheadPermit> queued;
  private @Nullable Attempt attempt;
  private long startedNanos;
  private boolean done;

  Exchange(
      Plane plane,
      Dependency dependency,
      HttpServerRequest client,
      String target,
      CallPermit permit) {
    this.plane = plane;
    this.dependency = dependency;
    this.client = client;
    this.response = client.response();
    this.target = target;
    this.permit = permit;
  }

  void begin() {
    response.closeHandler(nothing -> clientGone());
    response.exceptionHandler(error -> clientGone());
    if (BodyLength.ofRequest(client.headers()) != 0) {
      client.pause();
    }
    Bulkhead bulkhead = dependency.bulkhead();
    if (bulkhead == null) {
      call();
      return;
    }
    CompletableFuture<BulkheadPermit> place = bulkhead.acquireAsync();
    if (place.isDone()) {
      var unused = place.whenComplete(this::placed);
    } else {
      queued = place;
      var unused =
          place.whenComplete(
              (permitted, refusal) ->
                  plane.context().runOnContext(nothing -> placedLater(permitted, refusal)));
    }
  }

  private void placedLater(@Nullable BulkheadPermit place, @Nullable Throwable refusal) {
    queued = null;
    if (done) {
      if (place != null) {
        place.release();
      }
      return;
    }
    if (place != null && !stillWanted()) {
      place.release();
      return;
    }
    placed(place, refusal);
  }

  private void placed(@Nullable BulkheadPermit place, @Nullable Throwable refusal) {
    if (place != null) {
      permit.place(place);
      call();
    } else if (refusal != null
        && Verdicts.unwrap(refusal) instanceof CallRejectedException rejected) {
      end();
      plane.answers().rejected(client, dependency.name(), rejected.rejection());
    } else {
      end();
      response.reset();
    }
  }

  private void call() {
    startedNanos = plane.time().nanoTime();
    Attempt first = new Attempt(plane, dependency, client, target, this);
    attempt = first;
    first.start();
  }

  @Override
  public boolean stillWanted() {
    CircuitRejection rejection = permit.renew();
    if (rejection == null) {
      return true;
    }
    end();
    plane.answers().rejected(client, dependency.name(), rejection);
    return false;
  }

  @Override
  public void noConnectionFree() {
    end();
    plane.answers().full(client, dependency.name(), RejectionReason.BULKHEAD_FULL);
  }

  @Override
  public void answered(HttpClientResponse answer) {
    Assessment assessment = dependency.verdicts().assess(new AnswerHead(answer));
    if (assessment.verdict() != Verdict.SUCCESS) {
      permit.settle(assessment);
    }
    response.setStatusCode(answer.statusCode());
    response.setStatusMessage(answer.statusMessage());
    HeaderRules.passResponse(answer.headers(), response.headers());
    response.headers().set(HeaderRules.OUTCOME, Outcome.PRIMARY);
    boolean lengthUnknown = BodyLength.ofResponse(answer.headers()) == BodyLength.UNKNOWN;
    if (lengthUnknown) {
      passHeadSoon();
    }
    if (attempt != null) {
      attempt.passBody(response);
    }
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
    permit.settle(Assessment.of(Verdict.SUCCESS));
    endMade();
    Drain.rest(client);
  }

  @Override
  public void failed(CallError kind, Throwable error) {
    boolean clientsFault = kind == CallError.CLIENT_TIMEOUT;
    permit.settle(
        clientsFault ? Assessment.of(Verdict.IGNORED) : dependency.verdicts().assess(error));
    endMade();
    if (response.headWritten()) {
      response.reset();
    } else {
      plane.answers().failed(client, dependency.name(), kind);
    }
  }

  private void clientGone() {
    if (done) {
      return;
    }
    if (attempt == null) {
      end();
      return;
    }
    attempt.abort();
    permit.settle(Assessment.of(Verdict.IGNORED));
    endMade();
  }

  private void end() {
    done = true;
    if (queued != null) {
      queued.cancel(false);
    }
    permit.end();
  }

  /** Refused calls have no duration. */
  private void endMade() {
    end();
    dependency.meter().called(plane.time().nanoTime() - startedNanos);
  }
}
