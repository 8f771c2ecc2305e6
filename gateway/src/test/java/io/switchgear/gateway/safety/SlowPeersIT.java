// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.core.TimeSource;
import io.switchgear.gateway.GatewayOptions;
import io.switchgear.gateway.RawConnection;
import io.switchgear.gateway.RunningGateway;
import io.switchgear.gateway.safety.StrictRequests.Received;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Clients and dependencies that are slow cost others nothing, and in the end their connection. */
class SlowPeersIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int CLIENTS = 100;
  private static final int PLACES = 4;
  private static final String BULKHEAD =
      "bulkhead: { maxConcurrent: " + PLACES + ", maxQueued: 100, maxWait: 20s }";

  /** Much longer than a call takes, much shorter than any of the limits below. */
  private static final Duration QUICK = Duration.ofSeconds(5);

  private static void answer(Received request, OutputStream out) throws IOException {
    out.write(RecordingServer.ok(request.target()));
  }

  private static void othersAreQuick(RunningGateway gateway) {
    long start = TimeSource.system().nanoTime();
    for (int i = 0; i < 50; i++) {
      assertThat(gateway.get("/erp/" + i).statusCode()).isEqualTo(200);
    }
    assertThat(Duration.ofNanos(TimeSource.system().nanoTime() - start)).isLessThan(QUICK);
  }

  private static List<RawConnection> clients(RunningGateway gateway, int count, String text)
      throws IOException {
    List<RawConnection> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clients.add(RawConnection.to(gateway.data()).send(text));
    }
    return clients;
  }

  private static void close(List<RawConnection> clients) throws IOException {
    for (RawConnection client : clients) {
      client.close();
    }
  }

  @Test
  void clientsThatSendShortBodiesByteByByte_holdNoPlace() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatForgets(SlowPeersIT::answer);
        RunningGateway gateway =
            RunningGateway.inFrontOf(upstream.uri(), BULKHEAD, "timeout: { idle: 20s }")) {
      String head = "POST /erp/x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n";
      List<RawConnection> slow = clients(gateway, CLIENTS, head);
      for (char c : "hell".toCharArray()) {
        for (RawConnection client : slow) {
          client.send(String.valueOf(c));
        }
        othersAreQuick(gateway);
      }

      for (RawConnection client : slow) {
        assertThat(client.send("o").readHead()).startsWith("HTTP/1.1 200");
      }
      close(slow);
    }
  }

  @Test
  void clientsThatStopInALongBody_loseTheirPlaces() throws IOException {
    try (RecordingServer upstream = RecordingServer.thatForgets(SlowPeersIT::answer);
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(), BULKHEAD, "timeout: { idle: 1s }", "replayBody: 0")) {
      String head = "POST /erp/x HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nbegin";
      List<RawConnection> slow = clients(gateway, 2 * PLACES, head);

      assertThat(gateway.get("/erp/x").statusCode()).isEqualTo(200);
      for (RawConnection client : slow) {
        assertThat(client.readHead()).startsWith("HTTP/1.1 408");
      }
      await().atMost(SOON).until(() -> upstream.open() <= PLACES);
      othersAreQuick(gateway);
      assertThat(gateway.calls("failure")).isZero();
      close(slow);
    }
  }

  @Test
  void clientsThatReadNothing_loseTheirPlaces_andTheirAnswersFillNoMemory() throws IOException {
    byte[] piece = new byte[64 * 1024];
    int pieces = 1_600;
    try (RecordingServer upstream =
            RecordingServer.thatForgets(
                (request, out) -> {
                  if (!request.target().equals("/big")) {
                    answer(request, out);
                    return;
                  }
                  long length = (long) piece.length * pieces;
                  out.write(
                      RecordingServer.latin1(
                          "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n"));
                  for (int i = 0; i < pieces; i++) {
                    out.write(piece);
                  }
                });
        RunningGateway gateway =
            RunningGateway.inFrontOf(
                upstream.uri(),
                "bulkhead: { maxConcurrent: 40, maxQueued: 100, maxWait: 20s }",
                "timeout: { idle: 3s }")) {
      long before = heap();
      List<RawConnection> slow = clients(gateway, 32, "GET /erp/big HTTP/1.1\r\nHost: h\r\n\r\n");
      for (RawConnection client : slow) {
        assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      }

      othersAreQuick(gateway);
      // 32 answers of 100 MiB each.
      assertThat(heap() - before).isLessThan(64L << 20);
      await().atMost(SOON).until(() -> upstream.open() <= 8);
      assertThat(gateway.calls("failure")).isZero();
      close(slow);
    }
  }

  @Test
  void clientThatReadsNothingMore_losesItsConnection() throws IOException {
    byte[] piece = new byte[64 * 1024];
    int pieces = 1_600;
    try (RecordingServer upstream =
            RecordingServer.thatForgets(
                (request, out) -> {
                  long length = (long) piece.length * pieces;
                  out.write(
                      RecordingServer.latin1(
                          "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n"));
                  for (int i = 0; i < pieces; i++) {
                    out.write(piece);
                  }
                });
        RunningGateway gateway =
            RunningGateway.with(
                """
                version: 1
                listen: 127.0.0.1:0
                admin: 127.0.0.1:0
                clients: { maxConnections: 1 }
                dependencies:
                  erp: { url: '%s', timeout: { idle: 1s } }
                """
                    .formatted(upstream.uri()));
        RawConnection deaf = RawConnection.to(gateway.data())) {
      assertThat(deaf.send("GET /erp/x HTTP/1.1\r\nHost: h\r\n\r\n").readHead())
          .startsWith("HTTP/1.1 200");

      // Its connection is the only one that may be open.
      await().atMost(SOON).until(() -> isServed(gateway));
    }
  }

  private static boolean isServed(RunningGateway gateway) throws IOException {
    try (RawConnection next = RawConnection.to(gateway.data())) {
      return next.send("GET /none HTTP/1.1\r\nHost: h\r\n\r\n").readHead().contains("404");
    } catch (SocketException closed) {
      return false;
    }
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void dependencyThatSendsNothing_holdsUpNoOther() throws IOException {
    try (RecordingServer silent = RecordingServer.thatForgets((request, out) -> {});
        RecordingServer upstream = RecordingServer.thatForgets(SlowPeersIT::answer);
        RunningGateway gateway =
            RunningGateway.of(
                "  slow: { url: '%s', timeout: { firstByte: 2s }, %s }%n"
                        .formatted(silent.uri(), BULKHEAD)
                    + "  erp: { url: '%s' }%n".formatted(upstream.uri()))) {
      List<RawConnection> waiting =
          clients(gateway, PLACES, "GET /slow/x HTTP/1.1\r\nHost: h\r\n\r\n");

      othersAreQuick(gateway);
      for (RawConnection client : waiting) {
        assertThat(client.readHead()).startsWith("HTTP/1.1 504");
      }
      assertThat(silent.connections()).isEqualTo(PLACES);
      close(waiting);
    }
  }

  @Test
  void clientsThatDripTheirHead_areCutThoughTheyNeverStop() throws IOException {
    AtomicLong later = new AtomicLong();
    try (RecordingServer upstream = RecordingServer.thatForgets(SlowPeersIT::answer);
        RunningGateway gateway =
            RunningGateway.start(
                GatewayOptions.standard().time(new LaterTime(later)), upstream.uri())) {
      List<RawConnection> slow = clients(gateway, CLIENTS, "GET /erp/x HTTP/1.1\r\nX: ");
      othersAreQuick(gateway);
      later.set(Duration.ofSeconds(55).toNanos());
      for (RawConnection client : slow) {
        client.send("y");
      }
      othersAreQuick(gateway);

      later.set(Duration.ofSeconds(61).toNanos());

      for (RawConnection client : slow) {
        assertThat(client.readAll()).isEmpty();
      }
      othersAreQuick(gateway);
      close(slow);
    }
  }

  /** The system's time, but later. */
  private record LaterTime(AtomicLong byNanos) implements TimeSource {
    @Override
    public long nanoTime() {
      return TimeSource.system().nanoTime() + byNanos.get();
    }

    @Override
    public Instant wallTime() {
      return TimeSource.system().wallTime().plusNanos(byNanos.get());
    }

    @Override
    public ScheduledTask schedule(Duration delay, Runnable task) {
      return TimeSource.system().schedule(delay, task);
    }
  }
}
