// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ofSeconds;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Throttled;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Calls the services directly, each behind a circuit breaker of the library. */
final class LibraryPoster implements Poster {
  private static final HttpVerdicts VERDICTS = HttpVerdicts.profile("http");

  private final Services services;
  private final Transport transport;
  private final CircuitBreaker ocr;
  private final CircuitBreaker classify;
  private final KeyedCircuitBreaker<Customer> erp;

  LibraryPoster(Services services, Transport transport, CircuitBreakerConfig settings) {
    this.services = services;
    this.transport = transport;
    this.ocr = settings.name("ocr").build();
    this.classify = settings.name("classify").build();
    this.erp = settings.name("erp").keyed(maxKeys(100_000));
  }

  /** Five failures or 429s in a row open a circuit; after 30 s one call may try. */
  static CircuitBreakerConfig settings() {
    return CircuitBreaker.named("service")
        .verdicts(VERDICTS)
        .throttled(Throttled.TRIP)
        .tripOn(consecutiveFailures(5))
        .coolDown(ofSeconds(30))
        .trialCalls(1);
  }

  @Override
  public Reply post(Document document) {
    CircuitBreaker circuit = circuit(document);
    HttpRequest call = services.request(document);
    try {
      HttpResponse<?> response = circuit.call(() -> transport.send(call));
      return Reply.of(
          response.statusCode(), VERDICTS.assess(ResponseHead.of(response)).retryAfter());
    } catch (CallRejectedException e) {
      return Reply.refusedHere(e.retryAfter());
    } catch (IOException e) {
      return Reply.unreachable();
    }
  }

  private CircuitBreaker circuit(Document document) {
    return switch (document.step()) {
      case OCR -> ocr;
      case CLASSIFY -> classify;
      case POST -> erp.forKey(document.customer());
    };
  }

  @Override
  public String circuitOf(Customer customer) {
    return erp.forKey(customer).state().name();
  }

  /** The circuits of all customers at the accounting API. */
  KeyedCircuitBreaker<Customer> erp() {
    return erp;
  }
}
