// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.Throttled;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one dependency.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class DependencyConfig {
  private final URI url;
  private final @Nullable KeySource key;
  private final String profile;
  private final TimeoutConfig timeout;
  private final CircuitBreakerConfig breaker;
  private final @Nullable BulkheadConfig bulkhead;
  private final @Nullable RateLimiterConfig rateLimit;

  private DependencyConfig(URI url, Draft draft) {
    this.url = url;
    this.key = draft.key;
    this.profile = draft.profile;
    this.timeout = draft.timeout;
    this.breaker = draft.breaker;
    this.bulkhead = draft.bulkhead;
    this.rateLimit = draft.rateLimit;
  }

  /**
   * The name, which is also the first segment of the path of requests to it.
   *
   * @return letters, digits, dots, underscores and dashes
   */
  public String name() {
    return breaker.name();
  }

  /**
   * Where the dependency is.
   *
   * @return an absolute http or https address with a host, without user, query, fragment, and
   *     without a slash at the end
   */
  public URI url() {
    return url;
  }

  /**
   * Where requests carry their key.
   *
   * @return the place; empty when all requests share one circuit
   */
  public Optional<KeySource> key() {
    return Optional.ofNullable(key);
  }

  /**
   * The profile by which responses are read.
   *
   * @return a name that {@code HttpVerdicts} knows; default {@code http}
   */
  public String profile() {
    return profile;
  }

  /**
   * What a throttled response does.
   *
   * @return the choice; default {@link Throttled#PACE}
   */
  public Throttled throttled() {
    return breaker.throttled();
  }

  /**
   * How long the parts of a call may take.
   *
   * @return the limits
   */
  public TimeoutConfig timeout() {
    return timeout;
  }

  /**
   * The circuit breaker: with the name, the verdicts of the profile and what a throttled response
   * does already set.
   *
   * @return its settings; without a section of its own, the defaults of the breaker
   */
  public CircuitBreakerConfig breaker() {
    return breaker;
  }

  /**
   * The bound on calls at the same time.
   *
   * @return its settings, with the name of the dependency; empty when there is no such bound
   */
  public Optional<BulkheadConfig> bulkhead() {
    return Optional.ofNullable(bulkhead);
  }

  /**
   * The bound on calls in a time.
   *
   * @return its settings, with the name of the dependency; empty when there is no such bound
   */
  public Optional<RateLimiterConfig> rateLimit() {
    return Optional.ofNullable(rateLimit);
  }

  @Override
  public String toString() {
    return name() + " at " + url;
  }

  /** The values while they are read, each with its default. */
  static final class Draft {
    @Nullable KeySource key;
    String profile = "http";
    TimeoutConfig timeout = TimeoutConfig.STANDARD;
    CircuitBreakerConfig breaker;
    @Nullable BulkheadConfig bulkhead;
    @Nullable RateLimiterConfig rateLimit;

    Draft(CircuitBreakerConfig breaker) {
      this.breaker = breaker;
    }

    /** The settings, with the one value that has no default. */
    DependencyConfig at(URI url) {
      return new DependencyConfig(url, this);
    }
  }
}
