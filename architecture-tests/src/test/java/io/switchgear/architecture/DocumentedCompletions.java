// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.failures;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Priority;
import io.switchgear.core.Throttled;
import io.switchgear.core.Verdicts;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.FailoverConfig;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import java.util.concurrent.CompletionStage;

/** The code that the recipe of the client with several providers shows. */
final class DocumentedCompletions {
  private DocumentedCompletions() {}

  static Verdicts<Completion> verdicts() {
    HttpVerdicts http = HttpVerdicts.profile("http");
    Verdicts<Completion> verdicts =
        (completion, error) ->
            error instanceof ProviderException answer
                ? http.assess(answer.head())
                : http.assess(completion, error);
    return verdicts;
  }

  static CircuitBreakerConfig circuit() {
    CircuitBreakerConfig circuit =
        tripOn(failures(5, ofMinutes(1)))
            .throttled(Throttled.TRIP)
            .coolDown(CoolDown.fixed(ofSeconds(30)).jitter(0.5))
            .trustRetryAfter(ofMinutes(15))
            .trialCalls(3);
    return circuit;
  }

  static PipelineConfig<Completion> provider(
      String name, Verdicts<Completion> verdicts, CircuitBreakerConfig circuit) {
    PipelineConfig<Completion> provider =
        Pipeline.<Completion>named(name)
            .verdicts(verdicts)
            .retry(exponential(ofMillis(500)).maxAttempts(2).maxRetryAfter(ofSeconds(2)))
            .circuitBreaker(circuit)
            .bulkhead(Bulkhead.named(name).maxConcurrent(32).shares(0.9, 0.5))
            .timeout(ofSeconds(9));
    return provider;
  }

  static FailoverConfig<Prompt, Completion> failover(
      PipelineConfig<Completion> openaiSettings,
      PipelineConfig<Completion> anthropicSettings,
      PipelineConfig<Completion> googleSettings,
      Providers providers,
      AnswerCache<Prompt, Completion> lastAnswers) {
    FailoverConfig<Prompt, Completion> llm =
        Failover.<Prompt, Completion>named("completion")
            .target("openai", openaiSettings.build(), providers::openai)
            .target("anthropic", anthropicSettings.build(), providers::anthropic)
            .target("google", googleSettings.build(), providers::google)
            .deadline(ofSeconds(30))
            .otherwiseStale(lastAnswers, ofMinutes(5))
            .otherwise(prompt -> new Completion("The assistant is busy. Please ask again."));
    return llm;
  }

  static AnswerCache<Prompt, Completion> lastAnswers() {
    AnswerCache<Prompt, Completion> lastAnswers =
        AnswerCache.named("completion").freshFor(ofMinutes(5)).maxEntries(10_000).build();
    return lastAnswers;
  }

  static Outcome<Completion> ask(Failover<Prompt, Completion> llm, Prompt prompt) {
    CallOptions batch = CallOptions.none().priority(Priority.SHEDDABLE);
    Outcome<Completion> seen = llm.execute(batch, prompt);
    return seen;
  }

  static PipelineConfig<Completion> probed(
      PipelineConfig<Completion> settings, CircuitBreakerConfig circuit, StatusPage statusPage) {
    PipelineConfig<Completion> probed =
        settings.circuitBreaker(circuit.healthProbe(key -> statusPage.isHealthy(), ofSeconds(10)));
    return probed;
  }

  static void watch(Pipeline<Completion> openai, Numbers numbers) {
    CircuitBreaker watched = openai.circuitBreaker().orElseThrow();
    numbers.put("open", watched.stats().circuits());
    numbers.put("seconds in each state", watched.stats().timeInState());
    numbers.put("suspected false trips", watched.falseTrips());
  }

  /** What a reader brings along. */
  record Prompt(String conversation, String text) {}

  /** What a reader brings along. */
  record Completion(String text) {}

  /** What a reader brings along: what its clients throw for an answer that isn't a 2xx. */
  static final class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String retryAfter;

    ProviderException(int status, String retryAfter) {
      super("status " + status);
      this.status = status;
      this.retryAfter = retryAfter;
    }

    ResponseHead head() {
      return ResponseHead.of(new FakeResponse(status, retryAfter));
    }
  }

  /** What a reader brings along. */
  interface Providers {
    Completion openai(Prompt prompt) throws Exception;

    Completion anthropic(Prompt prompt) throws Exception;

    Completion google(Prompt prompt) throws Exception;
  }

  /** What a reader brings along. */
  interface StatusPage {
    CompletionStage<Boolean> isHealthy();
  }

  /** What a reader brings along. */
  interface Numbers {
    void put(String name, Object value);
  }
}
