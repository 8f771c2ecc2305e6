// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.config.CallPolicies;
import io.switchgear.config.RequestHedgeConfig;
import io.switchgear.config.RequestRetryConfig;
import io.switchgear.core.Subscription;
import io.switchgear.core.Verdicts;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.retry.Retry;
import io.switchgear.retry.RetryListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policies of an operation as pipelines, in the order that pipelines have. Circuit and rate
 * limit are those of a call's key.
 *
 * <p><b>Thread safety:</b> safe.
 *
 * @param <T> what a call returns
 */
public final class CallPipelines<T> {
  private final Rates rates;
  private final @Nullable Retry retry;
  private final Pipeline<T> plain;
  private final Pipeline<T> hedged;

  CallPipelines(OperationPolicies operation, Verdicts<? super T> verdicts) {
    CallPolicies settings = operation.settings();
    DependencyPolicies dependency = operation.dependency();
    this.retry = retry(settings.retry(), dependency.context());
    this.rates = dependency.rates();
    this.plain =
        CallPipelines.<T>pipeline(settings, dependency, retry, null).verdicts(verdicts).build();
    this.hedged =
        settings.hedge() == null
            ? plain
            : CallPipelines.<T>pipeline(settings, dependency, retry, settings.hedge())
                .verdicts(verdicts)
                .build();
  }

  private static @Nullable Retry retry(
      @Nullable RequestRetryConfig settings, PolicyContext context) {
    return settings == null
        ? null
        : settings
            .policy()
            .verdicts(Verdicts.standard())
            .time(context.time())
            .random(context.random())
            .build();
  }

  private static <T> PipelineConfig<T> pipeline(
      CallPolicies settings,
      DependencyPolicies dependency,
      @Nullable Retry retry,
      @Nullable RequestHedgeConfig hedge) {
    String name = settings.circuit().breaker().name();
    PipelineConfig<T> policies = Pipeline.named(name);
    if (retry != null) {
      policies = policies.retry(retry);
    }
    if (hedge != null) {
      policies = policies.hedge(hedge.policy().verdicts(Verdicts.standard()));
    }
    PolicyContext context = dependency.context();
    // Takes the place of the circuit that the call's key has.
    CircuitBreaker any = CircuitBreaker.named(name).time(context.time()).build();
    policies = policies.circuitBreaker(any).records(settings.circuit().records());
    policies = dependency.rates().in(dependency.places().in(policies));
    return policies.callsKeepDeadline().time(context.time());
  }

  /**
   * Has a listener told what follows attempts of calls that may be made again.
   *
   * @param listener the listener; never told anything where the settings have no retry
   * @return a handle that removes it
   */
  public Subscription onRetryDecision(RetryListener listener) {
    Objects.requireNonNull(listener, "listener");
    return retry == null ? () -> {} : retry.onDecision(listener);
  }

  /**
   * The pipeline of a call.
   *
   * @param hedges whether the call is sent once more when it is slow; nothing changes where the
   *     settings have no hedges
   * @param circuit the circuit of its key
   * @param key the key's label; without meaning when the dependency has no keys
   * @return the pipeline
   */
  public Pipeline<T> of(boolean hedges, CircuitBreaker circuit, String key) {
    Objects.requireNonNull(circuit, "circuit");
    return rates.of(key, (hedges ? hedged : plain).with(circuit));
  }
}
