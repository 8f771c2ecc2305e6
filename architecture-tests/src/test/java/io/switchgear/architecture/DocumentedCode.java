// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ofSeconds;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;

/** The code that the documentation shows, so that the compiler reads it too. */
final class DocumentedCode {
  private DocumentedCode() {}

  static Receipt readme(Client client, Invoice invoice, String apiKey) {
    KeyedCircuitBreaker<String> erp =
        CircuitBreaker.named("erp")
            .tripOn(consecutiveFailures(5))
            .coolDown(ofSeconds(30))
            .trialCalls(1)
            .keyed(maxKeys(100_000));

    Receipt receipt = erp.forKey(apiKey).call(() -> client.post(invoice));
    return receipt;
  }

  /** What a reader brings along. */
  record Invoice(String number) {}

  /** What a reader brings along. */
  record Receipt(String number) {}

  /** What a reader brings along. */
  interface Client {
    Receipt post(Invoice invoice);
  }
}
