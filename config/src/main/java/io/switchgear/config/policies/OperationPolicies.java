// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config.policies;

import io.switchgear.config.CallPolicies;
import io.switchgear.config.IdempotencyKeys;
import io.switchgear.config.RequestHedgeConfig;
import io.switchgear.config.RequestMatch;
import io.switchgear.config.RequestRetryConfig;
import io.switchgear.config.TimeoutConfig;
import io.switchgear.core.Verdicts;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a dependency that have circuits of their own: those that an operation of its settings
 * matches, or all the others.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class OperationPolicies {
  private final @Nullable RequestMatch match;
  private final CallPolicies settings;
  private final Circuits circuits;
  private final DependencyPolicies dependency;

  /**
   * The policies of an operation.
   *
   * @param match the requests that they are for; null for all that no other operation matches
   */
  OperationPolicies(
      @Nullable RequestMatch match,
      CallPolicies settings,
      Circuits circuits,
      DependencyPolicies dependency) {
    this.match = match;
    this.settings = settings;
    this.circuits = circuits;
    this.dependency = dependency;
  }

  CallPolicies settings() {
    return settings;
  }

  DependencyPolicies dependency() {
    return dependency;
  }

  boolean matches(String method, String path) {
    return match == null || match.matches(method, path);
  }

  /**
   * The name of its circuits.
   *
   * @return {@code dependency/operation}, or the dependency's name alone
   */
  public String name() {
    return settings.circuit().breaker().name();
  }

  /**
   * Its circuits.
   *
   * @return the circuits
   */
  public Circuits circuits() {
    return circuits;
  }

  /**
   * The limits in time of its calls.
   *
   * @return the limits
   */
  public TimeoutConfig timeout() {
    return settings.timeout();
  }

  /**
   * The pipelines of its calls.
   *
   * @param <T> what a call returns
   * @param verdicts what the ends of attempts say
   * @return the pipelines; they keep the settings that are in force now
   */
  public <T> CallPipelines<T> pipelines(Verdicts<? super T> verdicts) {
    return new CallPipelines<>(this, verdicts);
  }

  /**
   * Whether something may follow, or run beside, an attempt of a request.
   *
   * @return false when each request is sent once
   */
  public boolean repeats() {
    return settings.retry() != null || settings.hedge() != null;
  }

  /**
   * Whether POST and PATCH requests without an idempotency key get one.
   *
   * @return true when the settings say so
   */
  public boolean mintsIdempotencyKeys() {
    RequestRetryConfig retry = settings.retry();
    return retry != null && retry.idempotencyKeys() == IdempotencyKeys.MINT;
  }

  /**
   * Whether a request may be sent more than once.
   *
   * @param method its method, as it was sent
   * @param hasIdempotencyKey whether it has an idempotency key
   * @return true when its method or the key allows it
   */
  public boolean mayRepeat(String method, boolean hasIdempotencyKey) {
    RequestRetryConfig retry = settings.retry();
    return hasIdempotencyKey
        || (retry != null && retry.methods().contains(method))
        || isHedged(method, false);
  }

  /**
   * Whether a slow request is sent once more.
   *
   * @param method its method, as it was sent
   * @param hasIdempotencyKey whether it has an idempotency key
   * @return true when there are hedges, and its method or the key allows one
   */
  public boolean isHedged(String method, boolean hasIdempotencyKey) {
    RequestHedgeConfig hedge = settings.hedge();
    return hedge != null && (hasIdempotencyKey || hedge.methods().contains(method));
  }
}
