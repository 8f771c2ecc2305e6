// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.gateway.RawConnection;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WholeBodyIT {
  private final Vertx vertx = Vertx.vertx();
  private final CompletableFuture<Buffer> read = new CompletableFuture<>();

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private RawConnection serve(Duration limit) throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    WholeBody.of(request, 10, limit)
                        .onComplete(read::complete, read::completeExceptionally));
    server.listen(0, "127.0.0.1").await();
    return RawConnection.to(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort()));
  }

  @Test
  void bodyInPieces_isReadWhole() throws Exception {
    try (RawConnection client = serve(Duration.ofSeconds(30))) {
      client.sendHead("POST / HTTP/1.1", "Host: h", "Content-Length: 5").send("he").send("llo");

      assertThat(read.get(30, TimeUnit.SECONDS)).hasToString("hello");
    }
  }

  @Test
  void bodyThatIsTooLong_isRefused() throws Exception {
    try (RawConnection client = serve(Duration.ofSeconds(30))) {
      client.sendHead("POST / HTTP/1.1", "Host: h", "Content-Length: 11").send("hello world");

      assertThatThrownBy(() -> read.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("up to 10 bytes");
    }
  }

  @Test
  void bodyThatDoesNotCome_isRefusedInTime() throws Exception {
    try (RawConnection client = serve(Duration.ofMillis(50))) {
      client.sendHead("POST / HTTP/1.1", "Host: h", "Content-Length: 5").send("he");

      assertThatThrownBy(() -> read.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("The body must come within");
    }
  }
}
