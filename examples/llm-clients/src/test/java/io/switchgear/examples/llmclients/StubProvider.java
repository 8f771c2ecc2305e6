// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.llmclients;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A provider on a free port of this machine, which answers what a test says. */
final class StubProvider implements AutoCloseable {
  /** What was asked. */
  record Asked(String path, String body, String authorization) {}

  /** An answer: a status, the type of its content and its bytes. */
  record Answer(int status, String type, String body) {
    static Answer json(int status, String body) {
      return new Answer(status, "application/json", body);
    }

    static Answer events(String body) {
      return new Answer(200, "text/event-stream", body);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private volatile Answer answer;

  StubProvider(Answer answer) {
    this.answer = answer;
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void answers(Answer next) {
    answer = next;
  }

  List<Asked> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    asked.add(
        new Asked(
            exchange.getRequestURI().getPath(), body, authorization == null ? "" : authorization));
    Answer now = answer;
    byte[] bytes = now.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", now.type());
    exchange.sendResponseHeaders(now.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
