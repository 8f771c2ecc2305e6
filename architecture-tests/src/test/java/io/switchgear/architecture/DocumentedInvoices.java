// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.architecture.DocumentedCode.Invoice;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.core.Throttled;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.ratelimit.AdaptivePacer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** The code that the recipe of the invoice pipeline shows. */
final class DocumentedInvoices {
  private DocumentedInvoices() {}

  static PipelineConfig<HttpResponse<String>> settings() {
    PipelineConfig<HttpResponse<String>> settings =
        Pipeline.<HttpResponse<String>>named("erp")
            .verdicts(HttpVerdicts.profile("http"))
            .noFallback("The accounting API takes no invoices at the moment.")
            .circuitBreaker(
                tripOn(consecutiveFailures(5))
                    .throttled(Throttled.TRIP)
                    .coolDown(ofSeconds(30))
                    .trialCalls(1))
            .bulkhead(16)
            .timeout(ofSeconds(10));
    return settings;
  }

  static KeyedPipeline<String, HttpResponse<String>> keyed(
      PipelineConfig<HttpResponse<String>> settings) {
    KeyedPipeline<String, HttpResponse<String>> erp = settings.keyed(maxKeys(100_000));
    return erp;
  }

  static void work(
      KeyedPipeline<String, HttpResponse<String>> erp,
      Accounting accounting,
      Backlog backlog,
      String apiKey,
      Invoice invoice) {
    Outcome<HttpResponse<String>> posted =
        erp.forKey(apiKey).execute(() -> accounting.post(invoice));
    switch (posted.verdict()) {
      case SUCCESS -> backlog.done(invoice);
      case THROTTLED -> backlog.later(invoice, ofSeconds(30));
      case FAILURE -> backlog.check(invoice);
      case IGNORED ->
          posted
              .rejection()
              .ifPresentOrElse(
                  refused -> backlog.later(invoice, refused.retryAfter()),
                  () -> backlog.toPerson(invoice));
    }
  }

  static PipelineConfig<HttpResponse<String>> paced(PipelineConfig<HttpResponse<String>> settings) {
    AdaptivePacer whole = AdaptivePacer.named("erp", 600, ofMinutes(1)).build();
    PipelineConfig<HttpResponse<String>> paced = settings.pacer(whole);
    return paced;
  }

  static void watch(
      KeyedPipeline<String, HttpResponse<String>> erp, Consumer<Transition> log, Gauges gauges) {
    KeyedCircuitBreaker<String> circuits = erp.circuitBreakers().orElseThrow();
    circuits.onTransition(transition -> log.accept(transition));
    Map<CircuitState, Map<CircuitState, Long>> counters = circuits.stats().transitions();
    gauges.transitions(counters);
  }

  /** What a reader brings along. */
  interface Accounting {
    HttpResponse<String> post(Invoice invoice) throws IOException, InterruptedException;
  }

  /** What a reader brings along. */
  interface Backlog {
    void done(Invoice invoice);

    void later(Invoice invoice, Duration notBefore);

    void check(Invoice invoice);

    void toPerson(Invoice invoice);
  }

  /** What a reader brings along. */
  interface Gauges {
    void transitions(Map<CircuitState, Map<CircuitState, Long>> counters);
  }
}
