// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dependencies that offer HTTP/2. */
class UpstreamHttp2IT {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String TRUST_STORE = "javax.net.ssl.trustStore";
  private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";

  private final Queue<HttpConnection> connections = new ConcurrentLinkedQueue<>();
  @TempDir private Path folder;
  private Vertx vertx;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void stop() {
    System.clearProperty(TRUST_STORE);
    System.clearProperty(TRUST_STORE_PASSWORD);
    vertx.close().await();
  }

  private URI serve(Handler<HttpServerRequest> handler) throws Exception {
    return serve(new HttpServerOptions(), handler);
  }

  private URI serve(HttpServerOptions options, Handler<HttpServerRequest> handler)
      throws Exception {
    TestCertificate certificate = TestCertificate.of(folder, "ip:127.0.0.1");
    System.setProperty(TRUST_STORE, certificate.keyStore().toString());
    System.setProperty(TRUST_STORE_PASSWORD, TestCertificate.PASSWORD);
    HttpServer server =
        vertx
            .createHttpServer(
                options.setSsl(true).setUseAlpn(true).setKeyCertOptions(certificate.options()))
            .connectionHandler(connections::add)
            .requestHandler(handler);
    server.listen(0, "127.0.0.1").await();
    return URI.create("https://127.0.0.1:" + server.actualPort());
  }

  private static void echo(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body ->
                request
                    .response()
                    .end(request.version() + " " + request.uri() + " " + body.length()));
  }

  private static CompletableFuture<HttpResponse<String>> getAsync(
      RunningGateway gateway, String path) {
    return gateway
        .client()
        .sendAsync(gateway.request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void http2_isSpokenWhereItIsOffered() throws Exception {
    try (RunningGateway gateway = RunningGateway.inFrontOf(serve(UpstreamHttp2IT::echo))) {
      HttpResponse<String> answer = gateway.get("/erp/x?y=1");

      assertThat(answer.body()).isEqualTo("HTTP_2 /x?y=1 0");
      assertThat(answer.version().name()).isEqualTo("HTTP_1_1");
      for (int length : new int[] {1, 60_000, 3_000_000}) {
        HttpRequest.Builder post =
            gateway.request("/erp/x").POST(HttpRequest.BodyPublishers.ofString("x".repeat(length)));
        assertThat(gateway.send(post).body()).isEqualTo("HTTP_2 /x " + length);
      }
      assertThat(connections).hasSize(1);
    }
  }

  @Test
  void http2Off_speaksTheOtherOne() throws Exception {
    try (RunningGateway gateway =
        RunningGateway.inFrontOf(serve(UpstreamHttp2IT::echo), "http2: off")) {

      assertThat(gateway.get("/erp/x").body()).isEqualTo("HTTP_1_1 /x 0");
    }
  }

  @Test
  void dependencyThatOffersHttp11Alone_getsIt() throws Exception {
    HttpServerOptions options =
        new HttpServerOptions().setAlpnVersions(List.of(HttpVersion.HTTP_1_1));
    try (RunningGateway gateway =
        RunningGateway.inFrontOf(
            serve(options, UpstreamHttp2IT::echo), "timeout: { connect: 20s }")) {
      List<CompletableFuture<HttpResponse<String>>> answers =
          IntStream.range(0, 10).mapToObj(i -> getAsync(gateway, "/erp/x")).toList();

      assertThat(answers).allSatisfy(it -> assertThat(it.join().body()).isEqualTo("HTTP_1_1 /x 0"));
    }
  }

  @Test
  void calls_runBesideEachOther_onAsManyConnectionsAsTheirStreamsNeed() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    HttpServerOptions options =
        new HttpServerOptions().setInitialSettings(new Http2Settings().setMaxConcurrentStreams(20));
    try (RunningGateway gateway = RunningGateway.inFrontOf(serve(options, held::add))) {
      List<CompletableFuture<HttpResponse<String>>> answers =
          IntStream.range(0, 50).mapToObj(i -> getAsync(gateway, "/erp/x")).toList();

      await().atMost(SOON).until(() -> held.size() == 50);

      assertThat(connections).hasSize(3);
      held.forEach(it -> it.response().end("x"));
      assertThat(answers).allSatisfy(it -> assertThat(it.join().statusCode()).isEqualTo(200));
    }
  }

  @Test
  void clientThatGoesAway_resetsItsStream_andTheOthersGoOn() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    AtomicBoolean reset = new AtomicBoolean();
    URI uri =
        serve(
            request -> {
              if (request.path().equals("/gone")) {
                request.response().exceptionHandler(error -> reset.set(true));
              }
              held.add(request);
            });
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri)) {
      CompletableFuture<HttpResponse<String>> other = getAsync(gateway, "/erp/other");
      RawConnection client = RawConnection.to(gateway.data());
      client.sendHead("GET /erp/gone HTTP/1.1", "Host: h");
      await().atMost(SOON).until(() -> held.size() == 2);

      client.abort();

      await().atMost(SOON).untilTrue(reset);
      held.stream()
          .filter(it -> it.path().equals("/other"))
          .forEach(it -> it.response().end("there"));
      assertThat(other.join().body()).isEqualTo("there");
      assertThat(connections).hasSize(1);
    }
  }

  @Test
  void refusedStream_isSentAgain_evenAPost() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    URI uri =
        serve(
            request -> {
              if (asked.incrementAndGet() == 1) {
                request.response().reset(0x7);
              } else {
                echo(request);
              }
            });
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri)) {
      HttpRequest.Builder post =
          gateway.request("/erp/x").POST(HttpRequest.BodyPublishers.ofString("body"));

      HttpResponse<String> answer = gateway.send(post);

      assertThat(answer.body()).isEqualTo("HTTP_2 /x 4");
      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @Test
  void answerThatIsReset_isACutAnswer() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    URI uri =
        serve(
            request -> {
              request.response().putHeader("content-length", "100").write("half");
              held.add(request);
            });
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri);
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("GET /erp/x HTTP/1.1", "Host: h");
      String begun = readUntil(client, "half");

      held.element().response().reset(0x2);

      assertThat(begun).startsWith("http/1.1 200");
      assertThat(client.readAll()).isEmpty();
      await().atMost(SOON).until(() -> gateway.calls("failure") == 1);
    }
  }

  @Test
  void goAway_finishesTheCallsUnderWay_andNewOnesGetANewConnection() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    URI uri =
        serve(
            request -> {
              if (request.path().equals("/held")) {
                held.add(request);
              } else {
                echo(request);
              }
            });
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri)) {
      CompletableFuture<HttpResponse<String>> first = getAsync(gateway, "/erp/held");
      await().atMost(SOON).until(() -> held.size() == 1);

      connections.element().shutdown(30, TimeUnit.SECONDS);

      await()
          .atMost(SOON)
          .until(() -> gateway.get("/erp/x").statusCode() == 200 && connections.size() == 2);
      held.element().response().end("late");
      assertThat(first.join().body()).isEqualTo("late");
      assertThat(gateway.calls("failure")).isZero();
    }
  }

  @Test
  void eventStream_passesPieceByPiece() throws Exception {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    URI uri =
        serve(
            request -> {
              request
                  .response()
                  .putHeader("content-type", "text/event-stream")
                  .write("data: 1\n\n");
              held.add(request);
            });
    try (RunningGateway gateway = RunningGateway.inFrontOf(uri);
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("GET /erp/x HTTP/1.1", "Host: h");

      assertThat(readUntil(client, "data: 1")).contains("chunked");
      held.element().response().end("data: 2\n\n");
      assertThat(readUntil(client, "data: 2")).isNotEmpty();
    }
  }

  private static String readUntil(RawConnection client, String text) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      read.append(client.read(1));
    }
    return read.toString().toLowerCase(Locale.ROOT);
  }
}
