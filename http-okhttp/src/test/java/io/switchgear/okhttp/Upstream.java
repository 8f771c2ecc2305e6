// SPDX-License-Identifier: Apache-2.0
package io.switchgear.okhttp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A dependency that answers with the next of its statuses, or worse. */
final class Upstream implements AutoCloseable {
  /** An answer that begins and breaks off. */
  static final int CUT = -1;

  /** No answer as long as the test runs. */
  static final int NONE = -2;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final int[] statuses;

  private Upstream(int... statuses) throws IOException {
    this.statuses = statuses;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The last status is for all requests that follow. */
  static Upstream answering(int... statuses) throws IOException {
    return new Upstream(statuses);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  List<String> bodies() {
    return bodies;
  }

  List<String> keys() {
    return keys;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      int number = bodies.size();
      keys.add(
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Idempotency-Key"))
              .orElse("none"));
      bodies.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
      send(exchange, statuses[Math.min(number, statuses.length - 1)]);
    }
  }

  private void send(HttpExchange exchange, int status) throws IOException {
    byte[] text = ("body of " + status).getBytes(StandardCharsets.UTF_8);
    if (status == NONE) {
      await();
      return;
    }
    exchange.sendResponseHeaders(status == CUT ? 200 : status, status == CUT ? 100 : text.length);
    exchange.getResponseBody().write(text);
    // Newer servers keep the head back until then.
    exchange.getResponseBody().flush();
  }

  private void await() {
    try {
      over.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
