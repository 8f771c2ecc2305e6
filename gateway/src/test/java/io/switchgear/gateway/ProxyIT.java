// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** How requests and answers pass the data plane. */
class ProxyIT {

  @Test
  void path_withEncodedParts_arrivesByteForByte() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer = gateway.get("/erp/a%2Fb//c%20d;x=1/?q=%C3%A4&r=a+b");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("GET /a%2Fb//c%20d;x=1/?q=%C3%A4&r=a+b");
      assertThat(answer.headers().firstValue("Switchgear-Outcome")).contains("primary");
    }
  }

  @Test
  void path_ofUrlWithPath_isAppended() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri().resolve("/base/v1"))) {

      assertThat(gateway.get("/erp/x").body()).isEqualTo("GET /base/v1/x");
      assertThat(gateway.get("/erp").body()).isEqualTo("GET /base/v1");
      assertThat(gateway.get("/erp/?q").body()).isEqualTo("GET /base/v1/?q");
    }
  }

  @Test
  void requestHeaders_ofTheConnection_stayBehind() throws IOException {
    Map<String, String> seen = new ConcurrentHashMap<>();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.headers().forEach(h -> seen.put(h.getKey(), h.getValue()));
                  request.response().end("ok");
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      client.sendHead(
          "GET /erp/x HTTP/1.1",
          "Host: client.example",
          "Connection: close, X-Mine",
          "X-Mine: 1",
          "TE: trailers",
          "Upgrade: h2c",
          "Proxy-Authorization: Basic x",
          "X-Yours: 2",
          "Authorization: Bearer t");
      String answer = client.readAll();

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(seen)
          .containsEntry("X-Yours", "2")
          .containsEntry("Authorization", "Bearer t")
          .containsEntry("Via", "1.1 switchgear")
          .doesNotContainKeys("X-Mine", "TE", "Upgrade", "Proxy-Authorization", "X-Forwarded-For");
      assertThat(upstream.uri().toString()).endsWith(seen.get("host"));
    }
  }

  @Test
  void responseHeaders_ofTheConnection_stayBehind() {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request
                      .response()
                      .putHeader("Connection", "X-Theirs")
                      .putHeader("X-Theirs", "1")
                      .putHeader("Keep-Alive", "timeout=5")
                      .putHeader("Switchgear-Outcome", "forged");
                  request.response().headers().add("Set-Cookie", "a=1").add("Set-Cookie", "b=2");
                  request.response().end("ok");
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.headers().map()).doesNotContainKeys("x-theirs", "keep-alive");
      assertThat(answer.headers().allValues("Set-Cookie")).containsExactly("a=1", "b=2");
      assertThat(answer.headers().allValues("Switchgear-Outcome")).containsExactly("primary");
    }
  }

  @Test
  void redirect_isPassedOn() {
    try (Upstream upstream =
            Upstream.that(
                request ->
                    request
                        .response()
                        .setStatusCode(302)
                        .putHeader("Location", "https://elsewhere.example/x")
                        .end());
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer = gateway.get("/erp/x");

      assertThat(answer.statusCode()).isEqualTo(302);
      assertThat(answer.headers().firstValue("Location")).contains("https://elsewhere.example/x");
      assertThat(upstream.received()).isEqualTo(1);
    }
  }

  @Test
  void head_hasTheLengthAndNoBody_andTheConnectionGoesOn() throws IOException {
    try (Upstream upstream =
            Upstream.that(request -> request.response().putHeader("Content-Length", "5").end());
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String head = client.sendHead("HEAD /erp/x HTTP/1.1", "Host: h").readHead();
      String second = client.sendHead("HEAD /erp/y HTTP/1.1", "Host: h").readHead();

      assertThat(head).startsWith("HTTP/1.1 200").containsIgnoringCase("content-length: 5");
      assertThat(second).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void statusWithoutBody_hasNone_andTheConnectionGoesOn() throws IOException {
    try (Upstream upstream =
            Upstream.that(
                request ->
                    request
                        .response()
                        .setStatusCode(Integer.parseInt(request.path().substring(1)))
                        .putHeader("ETag", "\"1\"")
                        .end());
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String noContent = client.sendHead("GET /erp/204 HTTP/1.1", "Host: h").readHead();
      String notModified = client.sendHead("GET /erp/304 HTTP/1.1", "Host: h").readHead();
      String again = client.sendHead("GET /erp/204 HTTP/1.1", "Host: h").readHead();

      assertThat(noContent)
          .startsWith("HTTP/1.1 204")
          .doesNotContainIgnoringCase("content-length")
          .doesNotContainIgnoringCase("transfer-encoding");
      assertThat(notModified)
          .startsWith("HTTP/1.1 304")
          .containsIgnoringCase("etag")
          .doesNotContainIgnoringCase("transfer-encoding");
      assertThat(again).startsWith("HTTP/1.1 204");
    }
  }

  @Test
  void expectContinue_whenAdmitted_getsContinueFirst() throws IOException {
    try (Upstream upstream =
            Upstream.that(
                request -> request.bodyHandler(body -> request.response().end("got " + body)));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      client.sendHead(
          "POST /erp/x HTTP/1.1", "Host: h", "Content-Length: 5", "Expect: 100-continue");
      String interim = client.readHead();
      String head = client.send("hello").readHead();

      assertThat(interim).startsWith("HTTP/1.1 100");
      assertThat(head).startsWith("HTTP/1.1 200");
      assertThat(client.read(9)).isEqualTo("got hello");
    }
  }

  @Test
  void expectContinue_whenRejected_getsTheRefusalWithoutContinue() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      gateway.order("/api/v1/circuits/erp/force-open", "{\"reason\":\"test\"}");

      client.sendHead(
          "POST /erp/x HTTP/1.1", "Host: h", "Content-Length: 5", "Expect: 100-continue");
      String answer = client.readAll();

      assertThat(answer).startsWith("HTTP/1.1 503").containsIgnoringCase("connection: close");
      assertThat(upstream.received()).isZero();
    }
  }

  @Test
  void rejectedRequestWithBody_leavesTheConnectionUsable() throws IOException {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      gateway.order("/api/v1/circuits/erp/force-open", "{\"reason\":\"test\"}");
      client.send("POST /erp/x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello");
      String first = client.readHead();
      client.read(RawConnection.contentLength(first));

      String second = client.sendHead("GET /erp/y HTTP/1.1", "Host: h").readHead();

      assertThat(first).startsWith("HTTP/1.1 503");
      assertThat(second).startsWith("HTTP/1.1 503");
    }
  }

  @Test
  void chunkedBodies_passBothWays() {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.response().setChunked(true);
                  request.handler(piece -> request.response().write(piece));
                  request.endHandler(end -> request.response().end());
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      String body = "0123456789".repeat(10_000);

      HttpResponse<String> answer =
          gateway.send(
              gateway
                  .request("/erp/echo")
                  .POST(
                      HttpRequest.BodyPublishers.fromPublisher(
                          HttpRequest.BodyPublishers.ofString(body))));

      assertThat(answer.body()).isEqualTo(body);
    }
  }

  @Test
  void http10Client_getsABodyOfUnknownLengthUpToTheEndOfTheConnection() throws IOException {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.response().setChunked(true);
                  request.response().write("a").onComplete(sent -> request.response().end("b"));
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {

      String answer = client.sendHead("GET /erp/x HTTP/1.0", "Connection: keep-alive").readAll();

      assertThat(answer).endsWith("\r\n\r\nab").doesNotContainIgnoringCase("chunked");
    }
  }

  @Test
  void upstreamConnections_areReused() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      for (int i = 0; i < 20; i++) {
        assertThat(gateway.get("/erp/" + i).statusCode()).isEqualTo(200);
      }

      assertThat(upstream.connections()).isEqualTo(1);
    }
  }

  @Test
  void targetOfNoDependency_is404WithoutSecrets() {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {

      HttpResponse<String> answer = gateway.getWithKey("/nope/x", "secret-key");

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(new JsonObject(answer.body()).getInteger("status")).isEqualTo(404);
      assertThat(answer.body()).doesNotContain("secret", "127.0.0.1", "erp");
    }
  }
}
