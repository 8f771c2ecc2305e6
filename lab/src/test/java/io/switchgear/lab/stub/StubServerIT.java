// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.switchgear.testkit.VirtualTime;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients meet, over real sockets; only time is virtual. */
@Timeout(60)
class StubServerIT {
  private static final StubBehavior HEALTHY = StubBehavior.healthy();

  private final VirtualTime time = new VirtualTime();
  private final StubConfig config = StubConfig.defaults().time(time);
  private final List<StubServer> servers = new ArrayList<>();

  @AfterEach
  void closeServers() {
    servers.forEach(StubServer::close);
  }

  private StubServer start(StubConfig config) {
    StubServer server = StubServer.start(config).join();
    servers.add(server);
    return server;
  }

  private StubClient clientOf(StubBehavior behavior) {
    return new StubClient(start(config.behavior(behavior)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "INVENTED"})
  void request_whenHealthy_isAnsweredWithPathAndNumber(String method) {
    StubClient client = clientOf(HEALTHY);
    client.get("/first");

    HttpResponse<String> response =
        client.send(
            client
                .request("/a/b?c=d")
                .method(method, BodyPublishers.ofString("x".repeat(100_000))));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.body()).isEqualTo("{\"ok\":true,\"path\":\"/a/b\",\"number\":2}");
  }

  @Test
  void head_whenHealthy_hasNoBody() {
    StubClient client = clientOf(HEALTHY);

    HttpResponse<String> head =
        client.send(client.request("/").method("HEAD", BodyPublishers.noBody()));

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(client.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void key_beyondItsLimit_isThrottledUntilTheNextWindow() {
    StubClient client = clientOf(HEALTHY.set("limit", "3/min"));
    time.advance(ofSeconds(60));
    time.advance(ofMillis(20_500));

    List<Integer> statuses = statuses(client, "a", 3);
    HttpResponse<String> throttled = client.getWithKey("a");
    HttpResponse<String> otherKey = client.getWithKey("b");
    time.advance(ofMillis(39_500));
    HttpResponse<String> nextWindow = client.getWithKey("a");

    assertThat(statuses).containsOnly(200);
    assertThat(throttled.statusCode()).isEqualTo(429);
    assertThat(throttled.headers().firstValue("Retry-After")).hasValue("40");
    assertThat(new JsonObject(throttled.body()))
        .isEqualTo(
            new JsonObject()
                .put("ok", false)
                .put("error", "rate limit exceeded")
                .put("limit", "3/min")
                .put("retryAfterMs", 39_500));
    assertThat(otherKey.statusCode()).isEqualTo(200);
    assertThat(nextWindow.statusCode()).isEqualTo(200);
  }

  @Test
  void tokenBucket_afterItsBurst_refillsEvenly() {
    StubClient client =
        clientOf(HEALTHY.set("limit", "60/min").set("algorithm", "tokenBucket").set("burst", "2"));

    List<Integer> burst = statuses(client, "a", 3);
    time.advance(ofSeconds(1));
    List<Integer> oneSecondLater = statuses(client, "a", 2);

    assertThat(burst).containsExactly(200, 200, 429);
    assertThat(oneSecondLater).containsExactly(200, 429);
  }

  @Test
  void throttled_withoutRetryAfter_leavesTheHeaderOut() {
    StubClient client = clientOf(HEALTHY.set("limit", "1/min").set("retryAfter", "false"));
    client.get("/");

    HttpResponse<String> throttled = client.get("/");

    assertThat(throttled.statusCode()).isEqualTo(429);
    assertThat(throttled.headers().firstValue("Retry-After")).isEmpty();
    assertThat(throttled.body()).doesNotContain("retryAfter");
  }

  @Test
  void requestsWithoutKey_shareOneLimit() {
    StubClient client = clientOf(HEALTHY.set("limit", "1/min"));

    assertThat(client.get("/a").statusCode()).isEqualTo(200);
    assertThat(client.get("/b").statusCode()).isEqualTo(429);
    assertThat(client.getWithKey("a").statusCode()).isEqualTo(200);
  }

  @Test
  void keyHeader_whenAnotherOne_namesTheKey() {
    StubClient client = clientOf(HEALTHY.set("limit", "1/min").set("keyHeader", "Tenant"));

    int first = client.send(client.request("/").header("tenant", "a")).statusCode();
    int second = client.send(client.request("/").header("tenant", "a")).statusCode();
    int other = client.send(client.request("/").header("tenant", "b")).statusCode();

    assertThat(List.of(first, second, other)).containsExactly(200, 429, 200);
  }

  @Test
  void errors_areTheSameWithTheSameSeed() {
    StubBehavior failing = HEALTHY.set("errorRate", "30%").set("errorStatus", "503");
    StubClient first = new StubClient(start(config.behavior(failing).seed(7)));
    StubClient same = new StubClient(start(config.behavior(failing).seed(7)));
    StubClient other = new StubClient(start(config.behavior(failing).seed(8)));

    List<Integer> statuses = statuses(first, "a", 200);

    assertThat(statuses).containsOnly(200, 503);
    assertThat(statuses).filteredOn(status -> status == 503).hasSizeBetween(30, 90);
    assertThat(statuses(same, "a", 200)).isEqualTo(statuses);
    assertThat(statuses(other, "a", 200)).isNotEqualTo(statuses);
  }

  @Test
  void latency_delaysTheAnswer() {
    StubClient client = clientOf(HEALTHY.set("latency", "1s-3s"));
    CompletableFuture<HttpResponse<String>> response = client.sendAsync(client.request("/slow"));
    awaitNow(client, "inFlight", 1);

    time.advance(ofMillis(999));
    awaitNow(client, "inFlight", 1);
    time.advance(ofMillis(2_001));

    assertThat(response.join().statusCode()).isEqualTo(200);
  }

  @Test
  void hang_whenTheClientGivesUp_isOver() throws IOException {
    StubClient client = clientOf(HEALTHY.set("hangRate", "100%"));

    Socket socket = client.socket("GET / HTTP/1.1\r\nHost: stub\r\n\r\n");
    awaitNow(client, "hanging", 1);
    time.advance(ofHours(1));
    awaitNow(client, "hanging", 1);
    socket.close();

    awaitNow(client, "hanging", 0);
    awaitNow(client, "connections", 0);
    JsonObject stats = client.stats();
    assertThat(stats.getLong("aborted")).isEqualTo(1);
    assertThat(stats.getJsonObject("byStatus")).isEmpty();
  }

  @Test
  void client_thatAbortsWhileItWaits_leavesNoTimer() throws IOException {
    StubClient client = clientOf(HEALTHY.set("latency", "1h"));

    Socket socket = client.socket("GET / HTTP/1.1\r\nHost: stub\r\n\r\n");
    await().until(() -> time.scheduledTasks() == 1);
    socket.close();

    await().until(() -> time.scheduledTasks() == 0);
    assertThat(client.stats().getLong("aborted")).isEqualTo(1);
  }

  @Test
  void client_thatNeverEndsItsBody_isCountedWhenItGoes() throws IOException {
    StubClient client = clientOf(HEALTHY);

    Socket socket =
        client.socket("POST / HTTP/1.1\r\nHost: stub\r\nContent-Length: 100\r\n\r\nsome");
    awaitNow(client, "inFlight", 1);
    socket.close();

    awaitNow(client, "inFlight", 0);
    assertThat(client.stats().getLong("aborted")).isEqualTo(1);
  }

  @Test
  void cut_endsTheConnectionInTheMiddleOfTheBody() throws IOException {
    StubClient client = clientOf(HEALTHY.set("cutRate", "100%"));

    Socket socket = client.socket("GET /cut HTTP/1.1\r\nHost: stub\r\n\r\n");
    String received = readToEnd(socket.getInputStream());

    assertThat(received).startsWith("HTTP/1.1 200 OK\r\n").containsIgnoringCase("length: 36\r\n");
    assertThat(received).endsWith("\r\n\r\n{\"ok\":true,\"path\":");
    assertThatThrownBy(() -> client.get("/cut")).hasRootCauseInstanceOf(IOException.class);
    assertThat(client.stats().getLong("cut")).isEqualTo(2);
  }

  @Test
  void phases_followOneAnotherAndTheLastStays() {
    StubClient client =
        new StubClient(
            start(
                config.phases(
                    List.of(
                        new StubPhase(ofSeconds(20), HEALTHY),
                        new StubPhase(ofSeconds(60), HEALTHY.set("errorRate", "100%")),
                        StubPhase.last(HEALTHY.set("errorStatus", "501"))))));

    assertThat(client.get("/").statusCode()).isEqualTo(200);
    // A phase begins on the event loop, which may take a request before it.
    time.advance(ofSeconds(20));
    await().until(() -> client.get("/").statusCode() == 500);
    time.advance(ofSeconds(60));
    await().until(() -> client.get("/").statusCode() == 200);

    assertThat(client.get("/_stub/config").body()).contains("\"errorStatus\":501");
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void refusingPhase_closesThePortAndOpensItAgain() throws IOException {
    StubServer server =
        start(
            config.phases(
                List.of(
                    new StubPhase(ofSeconds(10), HEALTHY.set("hangRate", "100%")),
                    new StubPhase(ofSeconds(10), HEALTHY.refuse(true)),
                    StubPhase.last(HEALTHY))));
    StubClient client = new StubClient(server);
    Socket hanging = client.socket("GET / HTTP/1.1\r\nHost: stub\r\n\r\n");
    awaitNow(client, "hanging", 1);

    time.advance(ofSeconds(10));
    String received = readToEnd(hanging.getInputStream());
    await().until(() -> refuses(server.port()));
    time.advance(ofSeconds(10));
    await().until(() -> !refuses(server.port()));

    assertThat(received).isEmpty();
    assertThat(client.get("/").statusCode()).isEqualTo(200);
    assertThat(server.stats().totals().aborted()).isEqualTo(1);
  }

  @Test
  void refusedPort_takenByAnother_isOpenedWhenThatOneGoes() throws IOException {
    StubServer server = start(config);
    StubClient client = new StubClient(server);
    server.change(config.behavior(HEALTHY.refuse(true))).join();
    ServerSocket other = listen(server.port());

    server.change(config.behavior(HEALTHY)).join();
    other.close();
    time.advance(ofSeconds(1));
    await().until(() -> !refuses(server.port()));

    assertThat(client.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void change_whileRunning_beginsWithItsFirstPhase() {
    StubServer server = start(config);
    StubClient client = new StubClient(server);

    server.change(config.behavior(HEALTHY.set("errorRate", "100%"))).join();

    assertThat(client.get("/").statusCode()).isEqualTo(500);
    assertThatThrownBy(() -> server.change(config.port(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("host, port and time can't change while the stub runs");
  }

  @Test
  void close_whileRequestsHang_freesThePort() throws IOException {
    StubServer server = start(config.behavior(HEALTHY.set("hangRate", "100%")));
    StubClient client = new StubClient(server);
    CompletableFuture<HttpResponse<String>> hanging = client.sendAsync(client.request("/"));
    awaitNow(client, "hanging", 1);

    server.close();
    server.close();

    assertThatThrownBy(hanging::join).hasRootCauseInstanceOf(IOException.class);
    assertThat(server.stats().now()).isEqualTo(new StubStats.Now(0, 0, 0, 0));
    listen(server.port()).close();
  }

  /** Opens a port that was closed; the system may need a moment to free it. */
  private static ServerSocket listen(int port) {
    return await()
        .ignoreException(BindException.class)
        .until(() -> new ServerSocket(port, 1, InetAddress.getLoopbackAddress()), Objects::nonNull);
  }

  @Test
  void close_whileThePortIsClosed_leavesNoTimer() {
    StubServer server =
        start(
            config.phases(
                List.of(
                    new StubPhase(ofSeconds(1), HEALTHY.refuse(true)), StubPhase.last(HEALTHY))));

    server.close();
    time.advance(ofSeconds(2));

    assertThat(time.scheduledTasks()).isZero();
    assertThat(refuses(server.port())).isTrue();
  }

  @Test
  void start_onVertxOfOthers_leavesItRunning() {
    Vertx vertx = Vertx.vertx();
    try {
      StubServer first = StubServer.start(vertx, config).join();
      first.close();
      StubServer second = StubServer.start(vertx, config.port(first.port())).join();

      assertThat(new StubClient(second).get("/").statusCode()).isEqualTo(200);
      second.close();
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void start_onPortInUse_saysSo() {
    int port = start(config).port();

    assertThatThrownBy(() -> StubServer.start(config.port(port)).join())
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot listen on 127.0.0.1:%d (setting 'port'): another process uses the port.", port)
        .hasRootCauseInstanceOf(BindException.class);
  }

  @Test
  void manyConnections_openedAndDropped_leaveNothing() throws IOException {
    StubClient client = clientOf(HEALTHY.set("hangRate", "100%"));
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      sockets.add(client.socket("GET / HTTP/1.1\r\nHost: stub\r\n\r\n"));
    }
    awaitNow(client, "hanging", 1_000);
    for (Socket socket : sockets) {
      socket.close();
    }

    awaitNow(client, "connections", 0);
    assertThat(client.stats().getLong("aborted")).isEqualTo(1_000);
  }

  private static List<Integer> statuses(StubClient client, String key, int requests) {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      statuses.add(client.getWithKey(key).statusCode());
    }
    return statuses;
  }

  private static void awaitNow(StubClient client, String gauge, int expected) {
    await()
        .atMost(ofSeconds(30))
        .until(() -> client.stats().getJsonObject("now").getInteger(gauge) == expected);
  }

  private static boolean refuses(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return !socket.isConnected();
    } catch (IOException e) {
      return true;
    }
  }

  private static String readToEnd(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
  }
}
