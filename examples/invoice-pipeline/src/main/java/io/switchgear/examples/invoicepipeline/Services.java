// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;

/**
 * Where the services are, and what they are asked.
 *
 * @param ocr reads documents
 * @param classify finds out what they are
 * @param erp the accounting API
 */
record Services(URI ocr, URI classify, URI erp) {
  /** No call may hang for ever. */
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  /** The services as the gateway offers them: each at the path of its name. */
  static Services behind(URI gateway) {
    return new Services(
        below(gateway, Step.OCR.service()),
        below(gateway, Step.CLASSIFY.service()),
        below(gateway, Step.POST.service()));
  }

  /** The call that does a document's next step. */
  HttpRequest request(Document document) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(below(url(document.step()), "invoices/" + document.number()))
            .timeout(CALL_TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", document.idempotencyKey())
            .POST(BodyPublishers.ofString("{\"invoice\":" + document.number() + "}"));
    if (document.step() == Step.POST) {
      request.header("X-Api-Key", document.customer().apiKey());
    }
    return request.build();
  }

  private URI url(Step step) {
    return switch (step) {
      case OCR -> ocr;
      case CLASSIFY -> classify;
      case POST -> erp;
    };
  }

  private static URI below(URI url, String path) {
    String base = url.toString();
    return URI.create(base.endsWith("/") ? base + path : base + "/" + path);
  }
}
