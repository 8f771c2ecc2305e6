// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.retry.RetryConfig.never;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.architecture.DocumentedPipeline.RateTable;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.FailoverConfig;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.pipeline.Source;
import io.switchgear.pipeline.UnavailableException;

/** The code that the guide to fallbacks shows. */
final class DocumentedFallback {
  private DocumentedFallback() {}

  static PipelineConfig<Rates> degraded(RateTable rateTable) {
    PipelineConfig<Rates> shipping =
        Pipeline.<Rates>named("shipping-rates")
            .fallback(rateTable::lookup)
            .fallback(failed -> Rates.flat())
            .cache(AnswerCache.named("rates").freshFor(ofMinutes(5)).staleIfError(ofMinutes(55)))
            .circuitBreaker(tripOn(consecutiveFailures(5)))
            .timeout(ofSeconds(2));
    return shipping;
  }

  static Pipeline<Receipt> none() {
    Pipeline<Receipt> payment =
        Pipeline.<Receipt>named("payment")
            .noFallback("Payment is unavailable. Please try again shortly.")
            .retry(never())
            .circuitBreaker(tripOn(consecutiveFailures(5)))
            .timeout(ofSeconds(10))
            .build();
    return payment;
  }

  static void answer(Pipeline<Receipt> payment, Provider provider, Page page) {
    Outcome<Receipt> seen = payment.execute(provider::charge);
    if (seen.hasValue()) {
      page.paid(seen.value());
    } else if (seen.rejection().isPresent()) {
      page.tryAgain(seen.rejection().get());
    } else {
      page.unknown(seen.error().orElseThrow());
    }
  }

  static FailoverConfig<Prompt, String> failover(
      Pipeline<String> openaiPipeline,
      Pipeline<String> anthropicPipeline,
      Model openai,
      Model anthropic) {
    AnswerCache<Prompt, String> cache =
        AnswerCache.named("completion").freshFor(ofMinutes(60)).build();
    FailoverConfig<Prompt, String> llm =
        Failover.<Prompt, String>named("completion")
            .target("openai", openaiPipeline, openai::complete)
            .target("anthropic", anthropicPipeline, anthropic::complete)
            .deadline(ofSeconds(20))
            .affinity(Prompt::conversation)
            .failBackAfter(ofMinutes(10))
            .otherwiseStale(cache, ofMinutes(5))
            .otherwise(prompt -> "The assistant is busy. Please ask again in a minute.");
    return llm;
  }

  static void count(Failover<Prompt, String> llm, Prompt prompt, Counter counter) {
    Outcome<String> seen = llm.execute(CallOptions.none(), prompt);
    counter.count(seen.source(), seen.sourceName().orElse(""));
  }

  static void test(Pipeline<String> openai, Pipeline<String> anthropic) {
    Failover<String, String> llm =
        Failover.<String, String>named("completion")
            .target("openai", openai, prompt -> prompt + " by openai")
            .target("anthropic", anthropic, prompt -> prompt + " by anthropic")
            .build();
    openai.circuitBreaker().orElseThrow().forceOpen(Directive.by("ana"));
    Outcome<String> seen = llm.execute(CallOptions.none(), "haiku");
    assertThat(seen.value()).isEqualTo("haiku by anthropic");
    assertThat(seen.source()).isEqualTo(Source.FAILOVER);
  }

  static void noneTest(Pipeline<Receipt> payment) {
    CircuitBreaker circuit = payment.circuitBreaker().orElseThrow();
    circuit.forceOpen(Directive.by("ana").forAtMost(ofMinutes(5)));
    Outcome<Receipt> refused = payment.execute(() -> new Receipt("never made"));
    assertThat(refused.error().orElseThrow())
        .isInstanceOf(UnavailableException.class)
        .hasMessage("Payment is unavailable. Please try again shortly.");
    assertThat(refused.rejection().orElseThrow().retryAfter()).isPositive();
  }

  /** What a reader brings along. */
  record Prompt(String conversation, String text) {}

  /** What a reader brings along. */
  interface Model {
    String complete(Prompt prompt) throws Exception;
  }

  /** What a reader brings along. */
  interface Provider {
    Receipt charge() throws Exception;
  }

  /** What a reader brings along. */
  interface Page {
    void paid(Receipt receipt);

    void tryAgain(CallRejectedException refusal);

    void unknown(Throwable error);
  }

  /** What a reader brings along. */
  interface Counter {
    void count(Source source, String target);
  }
}
