// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.config.IdempotencyKeys;
import io.switchgear.config.RequestHedgeConfig;
import io.switchgear.config.RequestRetryConfig;
import io.switchgear.core.Assessment;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdicts;
import io.switchgear.gateway.dependency.Dependency;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.retry.Retry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way of an operation's requests to their dependency: the policies as a pipeline, in the order
 * that pipelines have. Circuit and rate limit are those of the call's key.
 */
final class Line {
  private final Dependency dependency;
  private final Operation operation;
  private final Pipeline<Answer> plain;
  private final Pipeline<Answer> hedged;

  Line(Dependency dependency, Operation operation, TimeSource time) {
    this.dependency = dependency;
    this.operation = operation;
    Retry retry =
        operation
            .retry()
            .map(RequestRetryConfig::policy)
            .map(policy -> policy.verdicts(Verdicts.standard()).time(time).build())
            .orElse(null);
    this.plain = pipeline(retry, false, time);
    this.hedged = operation.hedge().isPresent() ? pipeline(retry, true, time) : plain;
  }

  private Pipeline<Answer> pipeline(@Nullable Retry retry, boolean hedges, TimeSource time) {
    PipelineConfig<Answer> policies = Pipeline.named(operation.name());
    if (retry != null) {
      policies = policies.retry(retry);
    }
    if (hedges) {
      RequestHedgeConfig hedge = operation.hedge().orElseThrow();
      policies = policies.hedge(hedge.policy().verdicts(Verdicts.standard()));
    }
    // Takes the place of the circuit that the call's key has.
    CircuitBreaker any = CircuitBreaker.named(operation.name()).time(time).build();
    policies = policies.circuitBreaker(any).records(operation.records());
    policies = dependency.rates().in(dependency.places().in(policies));
    return policies.verdicts(Line::read).callsKeepDeadline().time(time).build();
  }

  private static Assessment read(@Nullable Answer answer, @Nullable Throwable error) {
    if (answer != null) {
      return answer.assessment();
    }
    return error instanceof CallFailure failure
        ? failure.assessment()
        : Verdicts.standard().assess(null, error);
  }

  Dependency dependency() {
    return dependency;
  }

  Operation operation() {
    return operation;
  }

  /** Whether something may follow, or run beside, an attempt of a request. */
  boolean repeats() {
    return operation.retry().isPresent() || operation.hedge().isPresent();
  }

  /** Whether POST and PATCH requests without an idempotency key get one. */
  boolean mintsIdempotencyKeys() {
    return operation
        .retry()
        .map(retry -> retry.idempotencyKeys() == IdempotencyKeys.MINT)
        .orElse(false);
  }

  /** Whether a request may be sent more than once, as its method and its headers say. */
  boolean mayRepeat(String method, boolean hasIdempotencyKey) {
    return hasIdempotencyKey
        || isOf(operation.retry().map(RequestRetryConfig::methods).orElse(Set.of()), method)
        || isHedged(method, false);
  }

  /** Whether a slow request is sent once more, as its method and its headers say. */
  boolean isHedged(String method, boolean hasIdempotencyKey) {
    return operation
        .hedge()
        .map(hedge -> hasIdempotencyKey || isOf(hedge.methods(), method))
        .orElse(false);
  }

  private static boolean isOf(Set<String> methods, String method) {
    return methods.contains(method);
  }

  /** The policies for a request. */
  Pipeline<Answer> policies(boolean hedges, CircuitBreaker circuit, String key) {
    Pipeline<Answer> whole = hedges ? hedged : plain;
    return dependency.rates().of(key, whole.with(circuit));
  }
}
