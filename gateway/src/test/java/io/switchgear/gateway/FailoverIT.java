// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What another dependency answers in the place of the one that was asked for. */
class FailoverIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private static RunningGateway gateway(Upstream a, Upstream b, String settings) {
    return RunningGateway.of(
        """
          a:
            url: %s
            fallback: { failover: { to: [b] } }
        %s
          b:
            url: %s
        """
            .formatted(a.uri(), settings.indent(4), b.uri()));
  }

  private static Upstream answering(int status) {
    return Upstream.that(request -> request.response().setStatusCode(status).end("a"));
  }

  private static double fallbacks(RunningGateway gateway, String result) {
    return gateway.metric(
        "switchgear_fallbacks_total{circuit=\"a\",result=\"%s\",source=\"failover\"}"
            .formatted(result));
  }

  private static HttpResponse<String> post(RunningGateway gateway) {
    return gateway.send(gateway.request("/a/x").POST(BodyPublishers.ofString("{}")));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429})
  void failedPost_isAnsweredByTheOther_andTheOutcomeSaysSo(int status) {
    try (Upstream a = answering(status);
        Upstream b = Upstream.thatAnswers();
        RunningGateway gateway = gateway(a, b, "")) {
      HttpResponse<String> answer = post(gateway);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("POST /x");
      assertThat(answer.headers().firstValue("Switchgear-Outcome")).contains("failover;to=b");
      assertThat(a.received()).isOne();
      assertThat(gateway.metric("switchgear_calls_total{circuit=\"b\",verdict=\"success\"}"))
          .isOne();
      assertThat(fallbacks(gateway, "success")).isOne();
      assertThat(fallbacks(gateway, "failure")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404})
  void mistakeOfTheCaller_isPassedOn(int status) {
    try (Upstream a = answering(status);
        Upstream b = Upstream.thatAnswers();
        RunningGateway gateway = gateway(a, b, "")) {
      assertThat(post(gateway).statusCode()).isEqualTo(status);
      assertThat(b.received()).isZero();
      assertThat(fallbacks(gateway, "success") + fallbacks(gateway, "failure")).isZero();
    }
  }

  @Test
  void caseH6_a429MovesOnAtOnce_andItsTargetIsSkippedUntilItsTime() {
    try (Upstream a =
            Upstream.that(
                request ->
                    request.response().setStatusCode(429).putHeader("Retry-After", "20").end());
        Upstream b = Upstream.thatAnswers();
        RunningGateway gateway = gateway(a, b, "throttled: pace")) {
      for (int i = 0; i < 5; i++) {
        assertThat(post(gateway).statusCode()).isEqualTo(200);
      }

      assertThat(a.received()).isOne();
      assertThat(b.received()).isEqualTo(5);
    }
  }

  @Test
  void caseH1_failuresCount_andAnOpenTargetIsSkipped() {
    try (Upstream a = answering(500);
        Upstream b = Upstream.thatAnswers();
        RunningGateway gateway =
            gateway(
                a,
                b,
                "breaker: { trip: { failureRate: { rate: 50%, lastCalls: 10, minCalls: 5 } },"
                    + " coolDown: 60s }")) {
      for (int i = 0; i < 25; i++) {
        assertThat(post(gateway).statusCode()).isEqualTo(200);
      }

      assertThat(a.received()).isEqualTo(5);
    }
  }

  @Test
  void allTargetsOut_saysWhenTheFirstIsBack() {
    String down = "breaker: { trip: { consecutiveFailures: 1 }, coolDown: %s }";
    try (Upstream a = answering(500);
        Upstream b = answering(500);
        RunningGateway gateway =
            RunningGateway.of(
                """
                  a:
                    url: %s
                    %s
                    fallback: [ { failover: { to: [b] } }, { none: { message: Come back soon } } ]
                  b:
                    url: %s
                    %s
                """
                    .formatted(a.uri(), down.formatted("90s"), b.uri(), down.formatted("30s")))) {
      assertThat(post(gateway).statusCode()).isEqualTo(500);

      HttpResponse<String> refusal = post(gateway);

      assertThat(refusal.statusCode()).isEqualTo(503);
      assertThat(refusal.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isBetween(1L, 30L);
      assertThat(new JsonObject(refusal.body()).getString("detail")).isEqualTo("Come back soon");
      assertThat(a.received()).isOne();
      assertThat(b.received()).isOne();
      assertThat(fallbacks(gateway, "failure")).isEqualTo(2);
    }
  }

  /** Keeps what it gets. */
  private static final class Seen {
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();

    void handle(HttpServerRequest request) {
      heads.add(
          request.uri()
              + " "
              + request.getHeader("Authorization")
              + " "
              + request.getHeader("X-Internal"));
      request
          .body()
          .onSuccess(
              body -> {
                bodies.add(body.toString());
                request.response().end("ok");
              });
    }
  }

  @Test
  void request_isChangedForTheTarget_inHeadersPathAndBody() {
    Seen seen = new Seen();
    try (Upstream a = answering(503);
        Upstream b = Upstream.that(seen::handle);
        RunningGateway gateway =
            RunningGateway.of(
                """
                  a:
                    url: %s
                    fallback:
                      - failover:
                          targets:
                            - dependency: b
                              headers: { set: { Authorization: Bearer b }, remove: [X-Internal] }
                              body: { set: { /model: small }, remove: [/trace, /none/at/all] }
                  b:
                    url: %s/v2
                """
                    .formatted(a.uri(), b.uri()))) {
      HttpResponse<String> answer =
          gateway.send(
              gateway
                  .request("/a/chat?stream=1")
                  .header("Authorization", "Bearer a")
                  .header("X-Internal", "1")
                  .POST(
                      BodyPublishers.ofString("{\"model\":\"large-one\",\"trace\":7,\"n\":1.5}")));

      assertThat(answer.body()).isEqualTo("ok");
      assertThat(seen.heads).containsExactly("/v2/chat?stream=1 Bearer b null");
      assertThat(seen.bodies).containsExactly("{\"model\":\"small\",\"n\":1.5}");
    }
  }

  @Test
  void session_staysWithTheTargetThatAnsweredIt() {
    AtomicInteger calls = new AtomicInteger();
    try (Upstream a =
            Upstream.that(
                request ->
                    request
                        .response()
                        .setStatusCode(calls.incrementAndGet() == 1 ? 500 : 200)
                        .end("by a"));
        Upstream b = Upstream.that(request -> request.response().end("by b"));
        RunningGateway gateway =
            RunningGateway.of(
                """
                  a:
                    url: %s
                    fallback: { failover: { to: [b], affinity: { header: X-Session } } }
                  b:
                    url: %s
                """
                    .formatted(a.uri(), b.uri()))) {
      assertThat(inSession(gateway, "one")).isEqualTo("by b");

      assertThat(inSession(gateway, "one")).isEqualTo("by b");
      assertThat(inSession(gateway, "two")).isEqualTo("by a");
    }
  }

  private static String inSession(RunningGateway gateway, String session) {
    return gateway.send(gateway.request("/a/x").header("X-Session", session)).body();
  }

  @Test
  void caseH4a_errorAsTheFirstEventOfAStream_isReplacedByTheOther() {
    String stop = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    try (Upstream a =
            Upstream.that(
                request ->
                    request
                        .response()
                        .putHeader("Content-Type", "text/event-stream")
                        .setChunked(true)
                        .end(
                            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
                                + "\"overloaded_error\"}}\n\n"));
        Upstream b =
            Upstream.that(
                request ->
                    request
                        .response()
                        .putHeader("Content-Type", "text/event-stream")
                        .setChunked(true)
                        .end(stop));
        RunningGateway gateway = gateway(a, b, "profile: anthropic")) {
      HttpResponse<String> answer = post(gateway);

      assertThat(answer.body()).isEqualTo(stop);
      await()
          .atMost(SOON)
          .until(
              () ->
                  gateway.metric("switchgear_calls_total{circuit=\"a\",verdict=\"failure\"}") == 1);
    }
  }

  @Test
  void slowTarget_leavesTheOtherItsShareOfTheTime() {
    try (Upstream a = Upstream.that(request -> {});
        Upstream b = Upstream.thatAnswers();
        RunningGateway gateway = gateway(a, b, "timeout: { firstByte: 20s, total: 2s }")) {
      assertThat(post(gateway).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void bodyThatIsTooLongToKeep_goesToTheFirstAlone() {
    Seen seen = new Seen();
    try (Upstream a = answering(503);
        Upstream b = Upstream.that(seen::handle);
        RunningGateway gateway = gateway(a, b, "replayBody: 1KiB")) {
      HttpResponse<String> answer =
          gateway.send(gateway.request("/a/x").POST(BodyPublishers.ofString("x".repeat(10_000))));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(seen.bodies).isEmpty();
    }
  }
}
