// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Bodies pass as they come, and never faster than the slower side. */
class StreamIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int PIECE = 64 * 1024;
  private static final long TOTAL = 100L * 1024 * 1024;

  /** More than the buffers of four sockets hold, far less than the body. */
  private static final long IN_FLIGHT_MAX = 40L * 1024 * 1024;

  @Test
  void largeAnswer_toAClientThatWaits_isHeldBackAtTheUpstream() throws IOException {
    AtomicLong sent = new AtomicLong();
    try (Upstream upstream = Upstream.that(request -> sendAll(request.response(), sent));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("GET /erp/big HTTP/1.1", "Host: h");
      client.readHead();
      AtomicLong before = new AtomicLong(-1);
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(500))
          .until(() -> before.getAndSet(sent.get()) == sent.get());

      assertThat(sent.get()).isBetween(1L, IN_FLIGHT_MAX);
    }
  }

  @Test
  void largeAnswer_arrivesWhole() throws IOException {
    AtomicLong sent = new AtomicLong();
    try (Upstream upstream = Upstream.that(request -> sendAll(request.response(), sent));
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      HttpResponse<InputStream> answer =
          gateway
              .client()
              .sendAsync(
                  gateway.request("/erp/big").build(), HttpResponse.BodyHandlers.ofInputStream())
              .join();

      long received = answer.body().transferTo(java.io.OutputStream.nullOutputStream());

      assertThat(received).isEqualTo(TOTAL);
      await().atMost(SOON).until(() -> gateway.calls("success") == 1);
    }
  }

  private static void sendAll(HttpServerResponse response, AtomicLong sent) {
    response.putHeader("Content-Length", Long.toString(TOTAL));
    sendMore(response, sent);
  }

  private static void sendMore(HttpServerResponse response, AtomicLong sent) {
    Buffer piece = Buffer.buffer(new byte[PIECE]);
    while (sent.get() < TOTAL && !response.writeQueueFull()) {
      response.write(piece);
      sent.addAndGet(PIECE);
    }
    if (sent.get() < TOTAL) {
      response.drainHandler(nothing -> sendMore(response, sent));
    } else {
      response.end();
    }
  }

  @Test
  void largeRequest_toAnUpstreamThatWaits_isHeldBackAtTheClient() {
    CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
    AtomicLong received = new AtomicLong();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request.pause();
                  request.handler(piece -> received.addAndGet(piece.length()));
                  request.endHandler(end -> request.response().end("thanks"));
                  held.complete(request);
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri())) {
      CountingBody body = new CountingBody(TOTAL, PIECE);
      CompletableFuture<HttpResponse<String>> call =
          gateway
              .client()
              .sendAsync(
                  gateway
                      .request("/erp/up")
                      .POST(HttpRequest.BodyPublishers.ofInputStream(() -> body))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      await().atMost(SOON).until(held::isDone);
      AtomicLong before = new AtomicLong(-1);
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(500))
          .until(() -> before.getAndSet(body.given()) == body.given());
      assertThat(body.given()).isBetween(1L, IN_FLIGHT_MAX);

      upstream.vertx().runOnContext(nothing -> held.join().resume());

      assertThat(call).succeedsWithin(SOON).extracting(HttpResponse::body).isEqualTo("thanks");
      assertThat(received.get()).isEqualTo(TOTAL);
    }
  }

  /** A body that is made as it is read. */
  private static final class CountingBody extends InputStream {
    private final long total;
    private final int piece;
    private final AtomicLong given = new AtomicLong();

    CountingBody(long total, int piece) {
      this.total = total;
      this.piece = piece;
    }

    long given() {
      return given.get();
    }

    @Override
    public int read() {
      return given.get() >= total || given.incrementAndGet() > total ? -1 : 0;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int count = (int) Math.min(Math.min(length, piece), total - given.get());
      given.addAndGet(count);
      return count == 0 ? -1 : count;
    }
  }

  @Test
  void streamedEvents_passAsTheyCome() throws IOException {
    CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
    try (Upstream upstream =
            Upstream.that(
                request -> {
                  request
                      .response()
                      .setChunked(true)
                      .putHeader("Content-Type", "text/event-stream");
                  request.response().writeHead();
                  held.complete(request);
                });
        RunningGateway gateway = RunningGateway.inFrontOf(upstream.uri());
        RawConnection client = RawConnection.to(gateway.data())) {
      client.sendHead("GET /erp/events HTTP/1.1", "Host: h");

      String head = client.readHead();
      upstream.vertx().runOnContext(nothing -> held.join().response().write("data: 1\n\n"));
      String first = client.read("9\r\ndata: 1\n\n\r\n".length());
      upstream.vertx().runOnContext(nothing -> held.join().response().end("data: 2\n\n"));
      String rest = client.read("9\r\ndata: 2\n\n\r\n0\r\n\r\n".length());

      assertThat(head).startsWith("HTTP/1.1 200").containsIgnoringCase("text/event-stream");
      assertThat(first).contains("data: 1");
      assertThat(rest).contains("data: 2").endsWith("0\r\n\r\n");
    }
  }
}
