// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Streams of events: what breaks under a 200 is seen, and replaced as long as that is possible. */
class EventStreamIT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String PROFILE = "profile: anthropic";
  private static final String RETRY = "retry: { maxAttempts: 2, backoff: { initial: 1ms } }";
  private static final String SHORT =
      "timeout: { connect: 5s, firstByte: 500ms, idle: 500ms, total: 60s }";

  private static final String START =
      "event: message_start\ndata: {\"type\":\"message_start\"}\n\n";
  private static final String DELTA =
      "event: content_block_delta\ndata: {\"type\":\"content_block_delta\"}\n\n";
  private static final String STOP = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
  private static final String OVERLOADED =
      "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
          + "\"message\":\"Overloaded\"}}\n\n";

  private static Upstream streaming(Consumer<HttpServerResponse> stream) {
    return Upstream.that(request -> stream.accept(begin(request)));
  }

  private static HttpServerResponse begin(HttpServerRequest request) {
    return request.response().putHeader("Content-Type", "text/event-stream").setChunked(true);
  }

  @Test
  void wholeStream_passesUnchangedAndIsASuccess() {
    try (Upstream upstream =
            streaming(
                stream -> {
                  stream.write(": hello\n\n" + START);
                  stream.write(DELTA);
                  stream.end(STOP);
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE, RETRY)) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.body()).isEqualTo(": hello\n\n" + START + DELTA + STOP);
      await().atMost(SOON).until(() -> gateway.calls("success") == 1);
    }
  }

  @Test
  void caseH4a_errorAsTheFirstEvent_isReplacedAndTheClientNeverKnows() {
    AtomicInteger calls = new AtomicInteger();
    try (Upstream upstream =
            streaming(
                stream ->
                    stream.end(calls.incrementAndGet() == 1 ? OVERLOADED : START + DELTA + STOP));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE, RETRY)) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.body()).isEqualTo(START + DELTA + STOP);
      assertThat(answer.headers().firstValue("Switchgear-Outcome")).contains("retry;attempts=2");
      assertThat(gateway.calls("failure")).isOne();
    }
  }

  @Test
  void streamOfAnnouncedLength_isWatchedAsWell() {
    AtomicInteger calls = new AtomicInteger();
    try (Upstream upstream =
            Upstream.that(
                request ->
                    request
                        .response()
                        .putHeader("Content-Type", "text/event-stream")
                        .end(calls.incrementAndGet() == 1 ? OVERLOADED : START + DELTA));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE, RETRY)) {
      // The second stream has no end, but no room for an event that says so either.
      assertThat(gateway.get("/erp/v1/messages").body()).isEqualTo(START + DELTA);
      await().atMost(SOON).until(() -> gateway.calls("failure") == 2);
    }
  }

  @Test
  void headOfAStream_isNoStreamThatLacksItsEnd() {
    try (Upstream upstream = streaming(HttpServerResponse::end);
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE)) {
      assertThat(
              gateway
                  .send(gateway.request("/erp/v1/messages").method("HEAD", BodyPublishers.noBody()))
                  .statusCode())
          .isEqualTo(200);
      await().atMost(SOON).until(() -> gateway.calls("success") == 1);
    }
  }

  @Test
  void errorAsTheFirstEvent_withoutAnotherAttempt_isPassedOn() {
    try (Upstream upstream = streaming(stream -> stream.end(OVERLOADED));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE)) {
      assertThat(gateway.get("/erp/v1/messages").body()).isEqualTo(OVERLOADED);
      assertThat(gateway.calls("failure")).isOne();
    }
  }

  @Test
  void caseH4b_errorAfterContent_isPassedOn_countsAndIsFollowedByNothing() {
    try (Upstream upstream =
            streaming(
                stream -> {
                  stream.write(START + DELTA + DELTA);
                  stream.end(OVERLOADED);
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE, RETRY)) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.body()).isEqualTo(START + DELTA + DELTA + OVERLOADED);
      await().atMost(SOON).until(() -> gateway.calls("failure") == 1);
      assertThat(upstream.received()).isOne();
    }
  }

  @Test
  void caseH4c_streamWithoutItsEnd_getsAnErrorEventAndCounts() {
    try (Upstream upstream = streaming(stream -> stream.end(START + DELTA));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE, RETRY)) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.body()).startsWith(START + DELTA).contains("event: error\ndata: {");
      assertThat(answer.body()).contains("\"code\":\"connection-lost\"").endsWith("}\n\n");
      await().atMost(SOON).until(() -> gateway.calls("failure") == 1);
      assertThat(upstream.received()).isOne();
    }
  }

  @Test
  void connectionThatBreaksInTheMiddle_isAnErrorEventToo() {
    try (Upstream upstream =
            Upstream.that(
                request ->
                    begin(request)
                        .write(START + DELTA)
                        .onComplete(
                            written ->
                                request
                                    .response()
                                    .writeHead()
                                    .onComplete(head -> request.connection().close())));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE)) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.body()).startsWith(START + DELTA).contains("event: error\n");
      assertThat(gateway.calls("failure")).isOne();
    }
  }

  @Test
  void caseH5_keepAlivesBeforeTheContent_areNoFirstByte() {
    AtomicBoolean closed = new AtomicBoolean();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.connection().closeHandler(nothing -> closed.set(true));
                  keepAlive(begin(request), ": keep-alive\n\n");
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri(), PROFILE, SHORT)) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.statusCode()).isEqualTo(504);
      assertThat(answer.headers().firstValue("Switchgear-Outcome"))
          .contains("primary;error=first-byte-timeout");
      await().atMost(SOON).untilTrue(closed);
      assertThat(gateway.calls("failure")).isOne();
    }
  }

  @Test
  void keepAlivesAfterTheContent_dontKeepAStreamGoing() {
    try (Upstream upstream =
            streaming(
                stream -> {
                  stream.write(START);
                  keepAlive(stream, "event: ping\ndata: {}\n\n");
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), PROFILE, SHORT.replace("idle: 500ms", "idle: 700ms"))) {
      HttpResponse<String> answer = gateway.get("/erp/v1/messages");

      assertThat(answer.body()).startsWith(START).contains("\"code\":\"idle-timeout\"");
      assertThat(gateway.calls("failure")).isOne();
    }
  }

  private static void keepAlive(HttpServerResponse stream, String sign) {
    Vertx.currentContext()
        .owner()
        .setPeriodic(
            100,
            id -> {
              if (stream.closed()) {
                Vertx.currentContext().owner().cancelTimer(id);
              } else {
                stream.write(sign);
              }
            });
  }
}
