// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.pipeline.Pipeline;

/** The code that the README shows, with what it imports and nothing else. */
final class DocumentedReadme {
  private DocumentedReadme() {}

  static Receipt keyed(Client client, Invoice invoice, String apiKey) {
    KeyedCircuitBreaker<String> erp =
        CircuitBreaker.named("erp")
            .tripOn(consecutiveFailures(5))
            .coolDown(ofSeconds(30))
            .trialCalls(1)
            .keyed(maxKeys(100_000));

    Receipt receipt = erp.forKey(apiKey).call(() -> client.post(invoice));
    return receipt;
  }

  static Rates pipeline(RateTable rateTable, Api api, Parcel parcel) {
    Pipeline<Rates> shipping =
        Pipeline.<Rates>named("shipping-rates")
            .fallback(rateTable::lookup)
            .deadline(ofSeconds(8))
            .retry(exponential(ofMillis(200)).maxAttempts(3))
            .circuitBreaker(tripOn(consecutiveFailures(5).within(ofSeconds(30))))
            .bulkhead(16)
            .timeout(ofSeconds(2))
            .build();

    Rates rates = shipping.call(() -> api.rates(parcel));
    return rates;
  }

  /** What an accounting system is sent. */
  record Invoice(String number) {}

  /** What it answers. */
  record Receipt(String number) {}

  /** Its client. */
  interface Client {
    Receipt post(Invoice invoice);
  }

  /** What a carrier is asked about. */
  record Parcel(int grams) {}

  /** What it answers. */
  record Rates(int cents) {}

  /** Its client. */
  interface Api {
    Rates rates(Parcel parcel);
  }

  /** What is said in its place. */
  interface RateTable {
    Rates lookup();
  }
}
