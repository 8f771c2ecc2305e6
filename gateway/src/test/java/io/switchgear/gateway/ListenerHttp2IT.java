// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.StreamResetException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that speak HTTP/2. */
class ListenerHttp2IT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private Vertx vertx;

  /** A client that nobody refers to any more closes its connections. */
  private final List<HttpClientAgent> clients = new ArrayList<>();

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private RunningGateway gateway(Upstream upstream, String... more) throws Exception {
    return TlsGateway.inFrontOf(folder, upstream.uri(), more);
  }

  private HttpClientConnection connect(RunningGateway gateway) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setUseAlpn(true)
            .setSsl(true)
            .setTrustAll(true)
            .setVerifyHost(false);
    HttpClientAgent connecting = vertx.createHttpClient(options);
    clients.add(connecting);
    return connecting
        .connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(gateway.data().getPort()))
        .await();
  }

  private static HttpClientRequest request(HttpClientConnection client, String path) {
    return request(client, HttpMethod.GET, path);
  }

  private static HttpClientRequest request(
      HttpClientConnection client, HttpMethod method, String path) {
    return client.request(new RequestOptions().setMethod(method).setURI(path)).await();
  }

  private static String get(HttpClientConnection client, String path) {
    Received answer = received(request(client, path).send());
    return answer.head().statusCode() + " " + answer.body();
  }

  private static Received received(Future<HttpClientResponse> answer) {
    return answer.compose(head -> head.body().map(body -> new Received(head, body))).await();
  }

  /** An answer; its body is listened for before it can have come. */
  private record Received(HttpClientResponse head, Buffer body) {}

  @Test
  void request_isPassedOn_withoutWhatBelongsToHttp2() throws Exception {
    Queue<List<String>> seen = new ConcurrentLinkedQueue<>();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  List<String> headers = new ArrayList<>();
                  request.headers().forEach(it -> headers.add(it.getKey() + ": " + it.getValue()));
                  seen.add(headers);
                  request.response().putHeader("Connection", "close").end("ok");
                });
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection client = connect(gateway);

      HttpClientRequest request = request(client, "/erp/x");
      request.headers().add("cookie", "a=1").add("cookie", "b=2").add("te", "trailers");
      Received answer = received(request.send());

      assertThat(client.protocolVersion()).isEqualTo(HttpVersion.HTTP_2);
      assertThat(answer.head().version()).isEqualTo(HttpVersion.HTTP_2);
      assertThat(answer.head().statusCode()).isEqualTo(200);
      assertThat(answer.body()).hasToString("ok");
      assertThat(answer.head().getHeader("Switchgear-Outcome")).isEqualTo("primary");
      assertThat(answer.head().headers().names()).doesNotContain("connection", "transfer-encoding");
      assertThat(seen.element())
          .anySatisfy(it -> assertThat(it).isEqualToIgnoringCase("Via: 2 switchgear"))
          .anySatisfy(it -> assertThat(it).isEqualToIgnoringCase("Cookie: a=1; b=2"))
          .noneSatisfy(it -> assertThat(it).startsWithIgnoringCase("te:"))
          .noneSatisfy(it -> assertThat(it).startsWithIgnoringCase("transfer-encoding"))
          .noneSatisfy(it -> assertThat(it).startsWithIgnoringCase("content-length"))
          .noneSatisfy(it -> assertThat(it).startsWith(":"));
    }
  }

  @Test
  void requestsOfOneConnection_runBesideEachOther() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    try (Upstream upstream = Upstream.that(held::add);
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection client = connect(gateway);

      List<HttpClientRequest> requests =
          IntStream.range(0, 50).mapToObj(i -> request(client, "/erp/" + i)).toList();
      List<Future<Buffer>> bodies =
          requests.stream().map(it -> it.send().compose(HttpClientResponse::body)).toList();
      await().atMost(SOON).until(() -> held.size() == 50);
      held.forEach(it -> it.response().end(it.path()));

      for (int i = 0; i < 50; i++) {
        assertThat(bodies.get(i).await()).hasToString("/" + i);
      }
    }
  }

  @Test
  void bodies_passBothWays_whateverTheirLength() throws Exception {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.response().setChunked(true);
                  request.pipeTo(request.response());
                });
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection client = connect(gateway);

      for (int length : new int[] {1, 1_000, 60_000, 3_000_000}) {
        Buffer body = Buffer.buffer("x".repeat(length));
        HttpClientRequest told = request(client, HttpMethod.POST, "/erp/x");
        HttpClientRequest untold = request(client, HttpMethod.POST, "/erp/x").setChunked(true);
        Future<Buffer> echo = untold.response().compose(HttpClientResponse::body);
        untold.write(body.slice(0, length / 2));

        assertThat(received(told.send(body)).body()).isEqualTo(body);
        untold.end(body.slice(length / 2, length));
        assertThat(echo.await()).isEqualTo(body);
      }
    }
  }

  @Test
  void streamThatTheClientResets_cancelsItsCallAlone() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    AtomicBoolean closed = new AtomicBoolean();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  if (request.path().equals("/first")) {
                    request.connection().closeHandler(nothing -> closed.set(true));
                  }
                  held.add(request);
                });
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection client = connect(gateway);
      HttpClientRequest first = request(client, "/erp/first");
      HttpClientRequest second = request(client, "/erp/second");
      first.end();
      Future<Buffer> answer = second.send().compose(HttpClientResponse::body);
      await().atMost(SOON).until(() -> held.size() == 2);

      first.reset(8);

      await().atMost(SOON).untilTrue(closed);
      held.stream()
          .filter(it -> it.path().equals("/second"))
          .forEach(it -> it.response().end("there"));
      assertThat(answer.await()).hasToString("there");
      assertThat(gateway.permits("released")).isEqualTo(1);
      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @Test
  void answerThatBreaksOff_resetsItsStreamAlone() throws Exception {
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  if (request.path().equals("/cut")) {
                    request.response().putHeader("Content-Length", "100").write("half");
                    request.connection().close();
                  } else {
                    request.response().end("whole");
                  }
                });
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection client = connect(gateway);

      assertThatThrownBy(() -> get(client, "/erp/cut"))
          .hasStackTraceContaining(StreamResetException.class.getSimpleName());
      assertThat(get(client, "/erp/x")).isEqualTo("200 whole");
    }
  }

  @Test
  void refusals_leaveTheConnection_evenWhenTheBodyIsYetToCome() throws Exception {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection client = connect(gateway);
      gateway.order("/api/v1/circuits/erp/force-open", "{\"reason\":\"test\"}");
      HttpClientRequest post = request(client, HttpMethod.POST, "/erp/x").setChunked(true);
      post.putHeader("Expect", "100-continue");
      post.write("begin");

      assertThat(post.response().await().statusCode()).isEqualTo(503);
      assertThat(get(client, "/erp/x")).startsWith("503");
      assertThat(get(client, "/nope/x")).startsWith("404");
    }
  }

  @Test
  void retry_worksForHttp2AsWell() throws Exception {
    try (Upstream upstream = failingOnce();
        RunningGateway gateway =
            gateway(upstream, "retry: { maxAttempts: 2, backoff: { initial: 1ms } }")) {
      HttpClientConnection client = connect(gateway);
      HttpClientRequest post = request(client, HttpMethod.PUT, "/erp/x");

      Received answer = received(post.send("body"));

      assertThat(answer.head().getHeader("Switchgear-Outcome")).isEqualTo("retry;attempts=2");
      assertThat(answer.body()).hasToString("body");
    }
  }

  private static Upstream failingOnce() {
    AtomicBoolean failed = new AtomicBoolean();
    return Upstream.that(
        request -> {
          if (failed.compareAndSet(false, true)) {
            request.response().setStatusCode(503).end();
          } else {
            request.body().onSuccess(body -> request.response().end(body));
          }
        });
  }

  @Test
  void clientThatOpensAndResetsStreams_losesItsConnection_andTheOthersDoNot() throws Exception {
    try (Upstream upstream = Upstream.thatAnswers();
        RunningGateway gateway = gateway(upstream)) {
      HttpClientConnection hasty = connect(gateway);
      AtomicBoolean closed = new AtomicBoolean();
      hasty.exceptionHandler(error -> {});
      hasty.closeHandler(nothing -> closed.set(true));

      for (int i = 0; i < 1_000 && !closed.get(); i++) {
        hasty
            .request(new RequestOptions().setURI("/erp/x"))
            .onSuccess(
                it -> {
                  it.writeHead();
                  it.reset(8);
                });
      }

      await().atMost(SOON).untilTrue(closed);
      assertThat(get(connect(gateway), "/erp/x")).isEqualTo("200 GET /x");
    }
  }
}
