// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A client of a stub server, over real sockets. */
final class StubClient {
  private final HttpClient http = HttpClient.newHttpClient();
  private final StubServer server;

  StubClient(StubServer server) {
    this.server = server;
  }

  HttpResponse<String> get(String path) {
    return send(request(path));
  }

  HttpResponse<String> getWithKey(String key) {
    return send(request("/invoices").header("X-Api-Key", key));
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  JsonObject stats() {
    return new JsonObject(get("/_stub/stats").body());
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    return sendAsync(request).join();
  }

  CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString());
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  /** A connection on which something has been sent already. */
  Socket socket(String sent) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
