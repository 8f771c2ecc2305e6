// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Calls the services through the gateway, which keeps the circuits. Nothing here is of Switchgear's
 * library: a program in any language would do the same.
 */
final class GatewayPoster implements Poster {
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final Services services;
  private final Transport transport;

  GatewayPoster(Services services, Transport transport) {
    this.services = services;
    this.transport = transport;
  }

  @Override
  public Reply post(Document document) {
    try {
      HttpResponse<?> response = transport.send(services.request(document));
      Reply reply = Reply.of(response.statusCode(), retryAfter(response));
      boolean mayComeAgain = response.statusCode() == 503 || response.statusCode() == 429;
      return mayComeAgain && isFromGateway(response)
          ? Reply.refusedHere(reply.retryAfter())
          : reply;
    } catch (IOException e) {
      return Reply.unreachable();
    }
  }

  /** Whether the gateway refused the call instead of making it. */
  private static boolean isFromGateway(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Switchgear-Outcome")
        .filter(outcome -> outcome.startsWith("rejected"))
        .isPresent();
  }

  /** The gateway says it in seconds; a service may send a date, which is left to the usual wait. */
  private static Optional<Duration> retryAfter(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(seconds -> seconds.matches("[0-9]{1,9}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        .map(wait -> wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT);
  }
}
