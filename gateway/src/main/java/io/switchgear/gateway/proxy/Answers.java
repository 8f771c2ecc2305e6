// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.switchgear.circuitbreaker.CircuitRejection;
import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import io.switchgear.gateway.circuit.Token;
import io.switchgear.gateway.problem.Problem;
import io.switchgear.gateway.problem.ProblemType;
import io.switchgear.http.RateLimitHeaders;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Optional;

/** Writes the answers of the data plane that don't come from a dependency. */
final class Answers {
  private static final String BAD_REQUEST = "Bad request";
  private static final String RETRY_AFTER = "Retry-After";

  /** The target isn't one that the gateway passes on. */
  void badTarget(HttpServerRequest request, String detail) {
    write(request, Problem.of(400, BAD_REQUEST, detail), AnswerSource.rejected("bad-request"));
  }

  /**
   * Nobody can say for sure what the request is or where it ends. So nobody knows either what the
   * bytes behind it are: this is the last answer.
   */
  void malformed(HttpServerRequest request, Fault fault) {
    LastAnswer.on(request);
    Problem problem = Problem.of(fault.status(), BAD_REQUEST, fault.detail());
    write(request, problem, AnswerSource.rejected("bad-request"));
  }

  /** The client sends more than it may. */
  void bodyTooLong(HttpServerRequest request, long maxBytes) {
    LastAnswer.announce(request);
    CallError error = CallError.BODY_TOO_LONG;
    String detail = "The request's body is longer than " + maxBytes + " bytes.";
    Problem problem = Problem.of(error.status(), error.title(), detail);
    write(request, problem, AnswerSource.rejected(error.token()));
  }

  void unknownDependency(HttpServerRequest request) {
    Problem problem =
        Problem.of(
            404,
            "Unknown dependency",
            "The first segment of the path names no dependency. The admin address lists those that"
                + " there are: GET /api/v1/circuits.");
    write(request, problem, AnswerSource.rejected("unknown-dependency"));
  }

  /** The client didn't send its body, so no call was made. */
  void bodyTimedOut(HttpServerRequest request, String dependency) {
    CallError error = CallError.CLIENT_TIMEOUT;
    Problem problem =
        Problem.of(error.status(), error.title(), error.detail())
            .with("dependency", dependency)
            .with("error", error.token());
    write(request, problem, AnswerSource.rejected(error.token()));
  }

  /** A policy refused the call. */
  void rejected(
      HttpServerRequest request, String dependency, Rejection rejection, Optional<String> message) {
    Problem problem =
        Problem.of(
                503,
                ProblemType.TEMPORARY_REDUCED_CAPACITY,
                "Call rejected",
                message.orElseGet(() -> sentence(rejection.reason())))
            .with("dependency", dependency);
    if (rejection.key().isPresent()) {
      problem = problem.with("key", rejection.key().get());
    }
    if (rejection instanceof CircuitRejection circuit) {
      problem = problem.with("state", Token.of(circuit.state()));
    }
    refuse(request, problem, rejection.reason(), rejection.retryAfter());
  }

  private static String sentence(RejectionReason reason) {
    return switch (reason) {
      case OPEN -> "The circuit is open: the call was not made.";
      case TRIALS_TAKEN ->
          "The circuit is half-open and its trial is under way: the call was not" + " made.";
      case FORCED_OPEN -> "An operator opened the circuit: the call was not made.";
      case RAMPING ->
          "The circuit has just closed and lets a part of the calls through: the call was not"
              + " made.";
      case SHEDDING ->
          "A part of the calls fails and the circuit rejects about as many: the call was not made.";
      case PACED -> "The dependency asked for a pause: the call was not made.";
      case HELD ->
          "The dependency wants no calls for long, or until somebody helps: the call was not made.";
      case BULKHEAD_FULL -> "As many calls run and wait as may: the call was not made.";
      case BULKHEAD_TIMEOUT -> "The call waited for its place as long as it may: it was not made.";
      case RATE_LIMITED -> "The rate limit is used up: the call was not made.";
      case DEADLINE_OVER -> "The caller's deadline was over: the call was not made.";
      case INTERRUPTED -> "The wait for the call was interrupted: the call was not made.";
    };
  }

  /** Our own limit is used up. */
  void rateLimited(
      HttpServerRequest request,
      String dependency,
      Rejection rejection,
      Optional<RateLimitHeaders> headers) {
    Problem problem =
        Problem.of(
                429,
                ProblemType.QUOTA_EXCEEDED,
                "Rate limit reached",
                sentence(RejectionReason.RATE_LIMITED))
            .with("dependency", dependency);
    String key = rejection.key().orElse("");
    if (!key.isEmpty()) {
      problem = problem.with("key", key);
    }
    headers.ifPresent(it -> it.forEach(request.response().headers()::set));
    refuse(request, problem, RejectionReason.RATE_LIMITED, rejection.retryAfter());
  }

  private void refuse(
      HttpServerRequest request, Problem problem, RejectionReason reason, Duration retryAfter) {
    request.response().headers().set(RETRY_AFTER, Long.toString(seconds(retryAfter)));
    Problem whole =
        problem
            .with("reason", reason.token())
            .with("retryAfterMs", Math.max(1, retryAfter.toMillis()));
    write(request, whole, AnswerSource.rejected(reason));
  }

  /** Whole seconds, rounded up, so that nobody comes too early. */
  static long seconds(Duration wait) {
    return RateLimitHeaders.seconds(wait);
  }

  /** The call was made and went wrong before the client got any of an answer. */
  void failed(HttpServerRequest request, String dependency, CallError error) {
    Problem problem =
        Problem.of(error.status(), error.title(), error.detail())
            .with("dependency", dependency)
            .with("error", error.token());
    request.response().headers().clear();
    if (error == CallError.BODY_TOO_LONG) {
      // What is left of it may be endless.
      LastAnswer.announce(request);
    }
    write(request, problem, AnswerSource.failed(error));
  }

  private static void write(HttpServerRequest request, Problem problem, String outcome) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    boolean bodyWillNotCome =
        request.version() == HttpVersion.HTTP_1_1
            && Upload.expectsContinue(request)
            && !request.isEnded();
    response.setStatusCode(problem.status());
    // The dependency's own words may be set, which would stay with any code.
    response.setStatusMessage(HttpResponseStatus.valueOf(problem.status()).reasonPhrase());
    MultiMap headers = response.headers();
    headers.set(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
    headers.set(HeaderRules.OUTCOME, outcome);
    if (bodyWillNotCome) {
      // Nobody knows whether the client sends its body all the same, so this is the last answer.
      LastAnswer.on(request);
    }
    response.end(problem.toBuffer());
    if (!bodyWillNotCome) {
      Drain.rest(request);
    }
  }
}
