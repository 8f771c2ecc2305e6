// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;

/** Makes HTTP calls; here so that a test can answer them without a network. */
@FunctionalInterface
interface Transport {
  /** Makes one call and waits for its answer; an interrupt ends the wait with an exception too. */
  HttpResponse<?> send(HttpRequest request) throws IOException;

  /** The JDK's client. What a body says makes no difference to this pipeline. */
  static Transport overHttp() {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    return request -> {
      try {
        return client.send(request, BodyHandlers.discarding());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClosedByInterruptException();
      }
    };
  }
}
