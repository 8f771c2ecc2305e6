// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.circuitbreaker.KeyedCircuitBreaker;
import io.switchgear.core.Gate;
import io.switchgear.core.KeyLimits;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.KeyedAdaptivePacer;
import io.switchgear.ratelimit.KeyedRateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One pipeline for each key: a tenant, an API key, a phone number. Each key has its own circuit and
 * its own rate; the bulkhead and the retry's budget are shared, since they protect the dependency.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never; new keys take short internal locks.
 *
 * @param <K> the keys
 * @param <T> what the calls return
 */
public final class KeyedPipeline<K, T extends @Nullable Object> {
  private final Plan<T> plan;
  private final Operations<T> operations;
  private final @Nullable KeyedCircuitBreaker<K> circuits;
  private final @Nullable CircuitBreaker circuit;
  private final @Nullable Gate place;
  private final @Nullable KeyedRateLimiter<K> limiters;
  private final @Nullable KeyedAdaptivePacer<K> pacers;
  private final @Nullable Gate permit;

  KeyedPipeline(Parts<T> parts, KeyLimits limits) {
    CircuitBreakerConfig circuitSettings = parts.circuitSettings();
    RateLimiterConfig limiterSettings = parts.limiterSettings();
    AdaptivePacerConfig pacerSettings = parts.pacerSettings();
    this.plan = parts.plan();
    this.operations = new Operations<>(plan);
    this.circuits = circuitSettings == null ? null : circuitSettings.keyed(limits);
    this.circuit = parts.circuit;
    this.place = parts.place();
    this.limiters = limiterSettings == null ? null : limiterSettings.keyed(limits);
    this.pacers = pacerSettings == null ? null : pacerSettings.keyed(limits);
    this.permit = parts.permit;
  }

  /**
   * The pipeline of a key.
   *
   * @param key the key
   * @return its pipeline; hold it for one call rather than for long, since idle keys are forgotten
   */
  public Pipeline<T> forKey(K key) {
    Objects.requireNonNull(key, "key");
    CircuitBreaker ownCircuit = circuits == null ? circuit : circuits.forKey(key);
    return new Pipeline<>(operations, new Gates(key, ownCircuit, place, permit(key)));
  }

  private @Nullable Gate permit(K key) {
    if (limiters != null) {
      return limiters.forKey(key);
    }
    return pacers == null ? permit : pacers.forKey(key);
  }

  /**
   * The circuit breakers, to look at their states or to give them orders.
   *
   * @return the breakers of all keys; empty when the pipeline has none of its own
   */
  public Optional<KeyedCircuitBreaker<K>> circuitBreakers() {
    return Optional.ofNullable(circuits);
  }

  /**
   * The rate limiters, to change their numbers.
   *
   * @return the limiters of all keys; empty when the pipeline has none of its own
   */
  public Optional<KeyedRateLimiter<K>> rateLimiters() {
    return Optional.ofNullable(limiters);
  }

  /**
   * Takes the transitions that time alone has caused, and forgets idle keys. Calls do the same as
   * they come; for keys without calls, whoever wants events and metrics in time calls this
   * regularly.
   */
  public void tick() {
    if (circuits != null) {
      circuits.tick();
    }
    if (limiters != null) {
      limiters.tick();
    }
    if (pacers != null) {
      pacers.tick();
    }
  }

  /**
   * The name.
   *
   * @return as given to {@link Pipeline#named}
   */
  public String name() {
    return plan.name();
  }

  @Override
  public String toString() {
    return plan.about().text();
  }
}
