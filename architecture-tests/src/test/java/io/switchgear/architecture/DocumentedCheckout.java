// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.retry.RetryConfig.exponential;
import static io.switchgear.retry.RetryConfig.never;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.architecture.DocumentedCode.Api;
import io.switchgear.architecture.DocumentedCode.Parcel;
import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.architecture.DocumentedPipeline.RateTable;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.CallOptions;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.retry.RetryConfig;

/** The code that the recipe of the checkout shows. */
final class DocumentedCheckout {
  private DocumentedCheckout() {}

  static RetryConfig thrice() {
    RetryConfig thrice = exponential(ofMillis(200)).upTo(ofSeconds(5)).fullJitter().maxAttempts(3);
    return thrice;
  }

  static CircuitBreakerConfig circuit() {
    CircuitBreakerConfig circuit =
        tripOn(consecutiveFailures(5).within(ofSeconds(30))).coolDown(ofSeconds(60));
    return circuit;
  }

  static PipelineConfig<Rates> shipping(
      RateTable rateTable, RetryConfig thrice, CircuitBreakerConfig circuit) {
    PipelineConfig<Rates> shipping =
        Pipeline.<Rates>named("shipping-rates")
            .fallback(rateTable::lookup)
            .deadline(ofSeconds(8))
            .cache(AnswerCache.named("rates").freshFor(ofMinutes(5)).staleIfError(ofMinutes(55)))
            .retry(thrice)
            .circuitBreaker(circuit)
            .bulkhead(16)
            .timeout(ofSeconds(2));
    return shipping;
  }

  static Outcome<Rates> ask(PipelineConfig<Rates> shipping, Api api, Parcel parcel) {
    Pipeline<Rates> shippingRates = shipping.build();
    CallOptions question = CallOptions.none().cacheKey(parcel);
    Outcome<Rates> rates = shippingRates.execute(question, () -> api.rates(parcel));
    return rates;
  }

  static PipelineConfig<Receipt> payment(CircuitBreakerConfig circuit) {
    PipelineConfig<Receipt> payment =
        Pipeline.<Receipt>named("payment")
            .noFallback("Payment is unavailable. Please try again shortly.")
            .retry(never())
            .circuitBreaker(circuit)
            .bulkhead(32)
            .timeout(ofSeconds(10));
    return payment;
  }

  static <T> PipelineConfig<T> internal(CircuitBreakerConfig circuit) {
    PipelineConfig<T> stock =
        Pipeline.<T>named("stock")
            .deadline(ofSeconds(1))
            .retry(exponential(ofMillis(50)).maxAttempts(2))
            .circuitBreaker(circuit.coolDown(ofSeconds(10)))
            .bulkhead(64)
            .timeout(ofMillis(300));
    return stock;
  }
}
