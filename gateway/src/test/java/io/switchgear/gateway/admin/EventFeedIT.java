// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.gateway.RawConnection;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Readers that don't keep up. */
class EventFeedIT {
  private static final String LONG = "x".repeat(10_000);

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final EventFeed feed = new EventFeed();
  private final AtomicInteger cutOff = new AtomicInteger();

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private InetSocketAddress serve() {
    CompletableFuture<HttpServer> listening = new CompletableFuture<>();
    context.runOnContext(
        nothing -> {
          feed.runOn(context);
          vertx
              .createHttpServer(new HttpServerOptions().setIdleTimeout(1))
              .connectionHandler(it -> it.closeHandler(closed -> cutOff.incrementAndGet()))
              .requestHandler(request -> feed.open(request.response()))
              .listen(0, "127.0.0.1")
              .onComplete(listening::complete, listening::completeExceptionally);
        });
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.join().actualPort());
  }

  private static RawConnection listen(InetSocketAddress address) throws IOException {
    RawConnection client = RawConnection.to(address);
    client.sendHead("GET / HTTP/1.1", "Host: h").readHead();
    return client;
  }

  @Test
  void readerThatDoesNotRead_isCutOff() throws IOException {
    InetSocketAddress address = serve();
    try (RawConnection slow = listen(address)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                for (int i = 0; i < 500; i++) {
                  feed.tell("note", () -> new JsonObject().put("text", LONG));
                }
                return cutOff.get() == 1;
              });

      assertThat(slow.readAll()).contains("event: note");
    }
  }

  @Test
  void moreThanCanBeTold_isLeftOutAndCounted() throws IOException {
    InetSocketAddress address = serve();
    try (RawConnection reader = listen(address)) {
      context.runOnContext(
          nothing -> {
            for (int i = 0; i < 1_100; i++) {
              int number = i;
              feed.tell("note", () -> new JsonObject().put("number", number));
            }
          });

      assertThat(reader.readEvent("left-out")).contains("\"count\":100");
    }
  }
}
