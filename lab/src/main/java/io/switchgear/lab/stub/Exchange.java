// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request and its end. It begins to act when the request's body has been read, and dropped; it
 * ends at the latest when the connection does.
 *
 * <p><b>Thread safety:</b> none; used on the event loop only.
 */
final class Exchange {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int OK = 200;

  private final HttpServerRequest request;
  private final StatsRecorder.Received received;
  private final TimeSource time;
  private final Executor loop;

  private @Nullable ScheduledTask delay;
  private boolean ended;

  Exchange(
      HttpServerRequest request, StatsRecorder.Received received, TimeSource time, Executor loop) {
    this.request = request;
    this.received = received;
    this.time = time;
    this.loop = loop;
    request.exceptionHandler(ignored -> abort());
    request.response().exceptionHandler(ignored -> abort());
    request.response().closeHandler(ignored -> abort());
  }

  /** Says that the key has reached its limit. */
  void throttle(StubBehavior behavior, Duration wait) {
    JsonObject body = new JsonObject().put("ok", false).put("error", "rate limit exceeded");
    behavior.limit().ifPresent(limit -> body.put("limit", limit.toString()));
    if (behavior.retryAfter()) {
      String seconds = Long.toString(secondsRoundedUp(wait));
      request.response().putHeader(HttpHeaders.RETRY_AFTER, seconds);
      body.put("retryAfterMs", wait.toMillis());
    }
    whenRead(() -> answer(TOO_MANY_REQUESTS, body));
  }

  /** Does what chance has decided. */
  void meet(Fate fate, StubBehavior behavior) {
    switch (fate.kind()) {
      case HANG -> received.hangs();
      case CUT -> whenRead(() -> after(fate.latency(), this::cut));
      case ERROR ->
          whenRead(() -> after(fate.latency(), () -> answer(behavior.errorStatus(), failure())));
      case ANSWER -> whenRead(() -> after(fate.latency(), () -> answer(OK, success())));
    }
  }

  private JsonObject success() {
    // A request target may be no path at all, such as that of OPTIONS *.
    String path = Optional.ofNullable(request.path()).orElse(request.uri());
    return new JsonObject().put("ok", true).put("path", path).put("number", received.number());
  }

  private JsonObject failure() {
    return new JsonObject()
        .put("ok", false)
        .put("error", "failure on purpose")
        .put("number", received.number());
  }

  private void whenRead(Runnable action) {
    request.end().onSuccess(ignored -> action.run());
  }

  private void after(Duration latency, Runnable action) {
    if (latency.isZero()) {
      action.run();
    } else if (!ended) {
      delay = time.schedule(latency, () -> loop.execute(action));
    }
  }

  private void answer(int status, JsonObject body) {
    if (end()) {
      // Counted first, so that whoever has the answer finds it in the statistics.
      received.answered(status);
      json(request.response().setStatusCode(status)).end(body.toBuffer());
    }
  }

  private void cut() {
    if (!end()) {
      return;
    }
    received.cut();
    Buffer body = success().toBuffer();
    HttpServerResponse response =
        json(request.response())
            .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    boolean head = request.method().equals(HttpMethod.HEAD);
    (head ? response.writeHead() : response.write(body.slice(0, body.length() / 2)))
        .onComplete(ignored -> request.connection().close());
  }

  private void abort() {
    if (end()) {
      received.aborted();
    }
  }

  /** Whether this is the end; there is only one. */
  private boolean end() {
    if (ended) {
      return false;
    }
    ended = true;
    if (delay != null) {
      delay.cancel();
    }
    return true;
  }

  private static HttpServerResponse json(HttpServerResponse response) {
    return response.putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
  }

  private static long secondsRoundedUp(Duration wait) {
    return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
  }
}
