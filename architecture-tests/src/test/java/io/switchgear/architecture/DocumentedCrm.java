// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.failureRate;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.retry.RetryConfig.exponential;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.cache.AnswerCache;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CoolDown;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The code that the recipe of the CRM bot shows. */
final class DocumentedCrm {
  private DocumentedCrm() {}

  static Assessment assess(Reply reply) {
    return switch (reply.code()) {
      case 0 -> Assessment.of(reply.status() < 500 ? Verdict.SUCCESS : Verdict.FAILURE);
      case 1, 2, 131000, 131016 -> Assessment.of(Verdict.FAILURE);
      case 130429 -> Assessment.of(Verdict.THROTTLED).retryAfter(reply.retryAfter());
      default -> Assessment.of(reply.status() < 500 ? Verdict.IGNORED : Verdict.FAILURE);
    };
  }

  static Verdicts<Reply> verdicts() {
    Verdicts<Reply> verdicts =
        (reply, error) -> reply == null ? Verdicts.standard().assess(null, error) : assess(reply);
    return verdicts;
  }

  static CircuitBreakerConfig circuit() {
    CircuitBreakerConfig circuit =
        tripOn(failureRate(0.5, 20, 20))
            .coolDown(CoolDown.growing(ofSeconds(30), ofSeconds(120)))
            .trialCalls(3);
    return circuit;
  }

  static PipelineConfig<Reply> settings(Verdicts<Reply> verdicts, CircuitBreakerConfig circuit) {
    PipelineConfig<Reply> settings =
        Pipeline.<Reply>named("crm")
            .verdicts(verdicts)
            .deadline(ofSeconds(8))
            .retry(exponential(ofMillis(500)).maxAttempts(3).idempotent(false))
            .circuitBreaker(circuit)
            .bulkhead(10)
            .timeout(ofSeconds(3));
    return settings;
  }

  static void send(PipelineConfig<Reply> settings, Crm crm, Outbox outbox, Message message) {
    KeyedPipeline<String, Reply> sends = settings.keyed(maxKeys(10_000));

    CallOptions once = CallOptions.none().idempotencyKey(message.id());
    Outcome<Reply> sent =
        sends.forKey(message.phoneNumberId()).execute(once, () -> crm.send(message));
    sent.rejection().ifPresent(refused -> outbox.keep(message, refused.retryAfter()));
  }

  static PipelineConfig<Reply> orders(Verdicts<Reply> verdicts, CircuitBreakerConfig circuit) {
    PipelineConfig<Reply> orders =
        Pipeline.<Reply>named("crm-orders")
            .verdicts(verdicts)
            .cache(AnswerCache.named("orders").freshFor(ofSeconds(30)).staleIfError(ofHours(1)))
            .circuitBreaker(circuit)
            .bulkhead(10)
            .timeout(ofSeconds(3));
    return orders;
  }

  static Outcome<Reply> answer(PipelineConfig<Reply> orders, Crm crm, String order) {
    Pipeline<Reply> lookups = orders.build();
    Outcome<Reply> seen =
        lookups.execute(CallOptions.none().cacheKey(order), () -> crm.order(order));
    return seen;
  }

  static void operate(KeyedPipeline<String, Reply> sends, String phoneNumberId) {
    CircuitBreaker one = sends.forKey(phoneNumberId).circuitBreaker().orElseThrow();
    one.forceOpen(Directive.by("ana").because("maintenance until 6").forAtMost(ofHours(2)));
    one.reset(Directive.by("ana"));
  }

  static CircuitBreakerConfig probed(CircuitBreakerConfig circuit, Crm crm) {
    CircuitBreakerConfig probed =
        circuit.healthProbe(phoneNumberId -> crm.ping(phoneNumberId), ofSeconds(5));
    return probed;
  }

  static void watch(
      KeyedPipeline<String, Reply> sends, Consumer<String> log, Consumer<CircuitSnapshot> alert) {
    KeyedCircuitBreaker<String> circuits = sends.circuitBreakers().orElseThrow();
    circuits.onTransition(transition -> log.accept(transition.toString()));
    circuits.snapshots().stream()
        .filter(circuit -> circuit.state() == CircuitState.OPEN)
        .filter(circuit -> circuit.timeInState().compareTo(ofMinutes(5)) > 0)
        .forEach(alert);
  }

  /** What a reader brings along. */
  record Reply(int status, int code, Duration retryAfter) {}

  /** What a reader brings along. */
  record Message(String id, String phoneNumberId) {}

  /** What a reader brings along. */
  interface Crm {
    Reply send(Message message) throws Exception;

    Reply order(String order) throws Exception;

    CompletionStage<Boolean> ping(Optional<String> phoneNumberId);
  }

  /** What a reader brings along. */
  interface Outbox {
    void keep(Message message, Duration notBefore);
  }
}
