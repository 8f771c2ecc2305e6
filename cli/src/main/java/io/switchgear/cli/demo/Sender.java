// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import io.switchgear.core.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Posts documents over HTTP, to the API itself or through the gateway.
 *
 * <p><b>Thread safety:</b> safe.
 */
final class Sender {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int THROTTLED = 429;

  private final HttpClient client;
  private final URI target;
  private final TimeSource time;

  Sender(HttpClient client, URI target, TimeSource time) {
    this.client = client;
    this.target = target;
    this.time = time;
  }

  Reply send(Document document) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(target)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("X-Api-Key", document.customer().key())
            .POST(BodyPublishers.ofString("{\"amount\":\"99.00\"}"))
            .build();
    long sentNanos = time.nanoTime();
    try {
      HttpResponse<Void> response = client.send(request, BodyHandlers.discarding());
      return new Reply(kind(response), retryAfter(response), sentNanos);
    } catch (IOException e) {
      return new Reply(Reply.Kind.FAILED, Duration.ZERO, sentNanos);
    }
  }

  private static Reply.Kind kind(HttpResponse<Void> response) {
    if (response.headers().firstValue("Switchgear-Outcome").orElse("").startsWith("rejected")) {
      return Reply.Kind.REJECTED;
    }
    if (response.statusCode() == THROTTLED) {
      return Reply.Kind.THROTTLED;
    }
    return response.statusCode() == 200 ? Reply.Kind.POSTED : Reply.Kind.FAILED;
  }

  private static Duration retryAfter(HttpResponse<Void> response) {
    String seconds = response.headers().firstValue("Retry-After").orElse("");
    return seconds.matches("[0-9]{1,9}")
        ? Duration.ofSeconds(Long.parseLong(seconds))
        : Duration.ZERO;
  }
}
