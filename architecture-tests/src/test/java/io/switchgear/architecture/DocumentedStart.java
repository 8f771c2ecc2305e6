// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.switchgear.http.HttpVerdicts;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The code that the first page shows. */
final class DocumentedStart {
  private DocumentedStart() {}

  public static void main(String[] args) {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:8081/rates")).build();

    Pipeline<HttpResponse<String>> rates =
        Pipeline.<HttpResponse<String>>named("rates")
            .verdicts(HttpVerdicts.profile("http"))
            .deadline(ofSeconds(3))
            .retry(exponential(ofMillis(200)))
            .circuitBreaker(tripOn(consecutiveFailures(5)))
            .bulkhead(16)
            .timeout(ofSeconds(1))
            .build();

    for (int call = 1; call <= 20; call++) {
      Outcome<HttpResponse<String>> seen =
          rates.execute(() -> http.send(request, BodyHandlers.ofString()));
      System.out.println(call + ": " + seen.verdict() + ", " + seen);
    }
  }
}
