// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Api;
import io.switchgear.architecture.DocumentedCode.Client;
import io.switchgear.architecture.DocumentedCode.Invoice;
import io.switchgear.architecture.DocumentedCode.Parcel;
import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.cache.AnswerCache;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Priority;
import io.switchgear.core.TimeSource;
import io.switchgear.hedge.Hedge;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.pipeline.Records;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.VirtualTime;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** The code that the guide to pipelines, and the part about load shedding, show. */
final class DocumentedPipeline {
  private DocumentedPipeline() {}

  static PipelineConfig<Rates> whole(RateTable rateTable) {
    PipelineConfig<Rates> settings =
        Pipeline.<Rates>named("shipping-rates")
            .fallback(rateTable::lookup)
            .deadline(ofSeconds(8))
            .cache(AnswerCache.named("rates").freshFor(ofMinutes(5)).staleIfError(ofMinutes(55)))
            .retry(exponential(ofMillis(200)).maxAttempts(3))
            .hedge(Hedge.named("rates").afterSlowest(0.05).idempotent(true))
            .circuitBreaker(tripOn(failureRate(0.5, 20, 20)))
            .bulkhead(Bulkhead.named("rates").maxConcurrent(16).maxQueued(50))
            .rateLimiter(RateLimiter.named("rates").tokenBucket(180, ofMinutes(1), 20))
            .timeout(ofSeconds(2));
    return settings;
  }

  static Pipeline<Rates> simple(RateTable rateTable, Api api, Parcel parcel) {
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
    assertThat(rates).isNotNull();
    return shipping;
  }

  static Outcome<Rates> ways(Pipeline<Rates> shipping, Api api, AsyncApi async, Parcel parcel) {
    Outcome<Rates> seen = shipping.execute(() -> api.rates(parcel));
    CompletableFuture<Rates> later = shipping.callAsync(() -> async.ratesAsync(parcel));

    assertThat(later).isNotNull();
    return seen;
  }

  static Receipt options(Pipeline<Receipt> erp, Client client, Invoice invoice) {
    CallOptions options =
        CallOptions.none()
            .deadline(Deadline.after(ofSeconds(10), TimeSource.system()))
            .priority(Priority.CRITICAL)
            .idempotencyKey(invoice.number());

    Receipt receipt = erp.call(options, () -> client.post(invoice));
    return receipt;
  }

  static HttpResponse<String> context(
      Pipeline<HttpResponse<String>> erp,
      CallOptions options,
      HttpClient http,
      HttpRequest.Builder request)
      throws Exception {
    HttpResponse<String> response =
        erp.call(
            options,
            given -> {
              request.timeout(given.deadline().remaining());
              return http.send(request.build(), BodyHandlers.ofString());
            });
    return response;
  }

  static Receipt keyed(Client client, Invoice invoice, String apiKey) {
    KeyedPipeline<String, Receipt> erp =
        Pipeline.<Receipt>named("erp")
            .circuitBreaker(tripOn(consecutiveFailures(5)))
            .bulkhead(16)
            .timeout(ofSeconds(10))
            .keyed(maxKeys(100_000));

    Receipt receipt = erp.forKey(apiKey).call(() -> client.post(invoice));
    return receipt;
  }

  static PipelineConfig<HttpResponse<String>> verdicts() {
    PipelineConfig<HttpResponse<String>> erp =
        Pipeline.<HttpResponse<String>>named("erp")
            .verdicts(HttpVerdicts.profile("http"))
            .retry(exponential(ofMillis(200)))
            .circuitBreaker(tripOn(failureRate(0.5, 20, 20)))
            .records(Records.OPERATION);
    return erp;
  }

  static Pipeline<Receipt> shared(PipelineConfig<Rates> lookups, PipelineConfig<Receipt> bookings) {
    Bulkhead connections = Bulkhead.named("erp").maxConcurrent(50).build();

    Pipeline<Rates> read = lookups.bulkhead(connections).build();
    Pipeline<Receipt> write = bookings.bulkhead(connections).build();
    assertThat(read).isNotNull();
    return write;
  }

  static BulkheadConfig shedding() {
    BulkheadConfig shedding =
        Bulkhead.named("erp").maxConcurrent(50).maxQueued(100).shares(0.9, 0.5);
    return shedding;
  }

  static CallOptions sheddable(
      Pipeline<Rates> shipping, PipelineConfig<Rates> settings, Api api, Parcel parcel) {
    Pipeline<Rates> sheds = settings.bulkhead(shedding()).build();
    assertThat(sheds).isNotNull();
    CallOptions prefetch = CallOptions.none().priority(Priority.SHEDDABLE);

    Rates rates = shipping.call(prefetch, () -> api.rates(parcel));
    assertThat(rates).isNotNull();
    return prefetch;
  }

  /** The settings have three attempts, a timeout of 2 s, and a fallback. */
  static void test(PipelineConfig<String> settings) {
    VirtualTime time = new VirtualTime();
    Pipeline<String> pipeline = settings.time(time).random(() -> 1).build();
    CompletableFuture<Outcome<String>> seen =
        pipeline.executeAsync(CallOptions.none(), CompletableFuture::new);
    time.advance(ofMillis(2_000 + 200 + 2_000 + 400 + 2_000));
    assertThat(seen.join().attempts()).isEqualTo(3);
    assertThat(seen.join().elapsed()).isEqualTo(ofMillis(6_600));
    assertThat(seen.join().value()).isEqualTo("table");
  }

  /** What a reader brings along. */
  interface RateTable {
    Rates lookup();
  }

  /** What a reader brings along. */
  interface AsyncApi {
    CompletableFuture<Rates> ratesAsync(Parcel parcel);
  }
}
