// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.bulkhead.BulkheadConfig;
import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Throttled;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.pipeline.Records;
import io.switchgear.ratelimit.AdaptivePacerConfig;
import io.switchgear.ratelimit.RateLimiterConfig;
import java.net.URI;
import java.util.List;
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
  private final HttpVerdicts verdicts;
  private final CallPolicies policies;
  private final @Nullable BulkheadConfig bulkhead;
  private final @Nullable AdaptiveConcurrencyConfig adaptiveConcurrency;
  private final @Nullable RateLimiterConfig rateLimit;
  private final @Nullable AdaptivePacerConfig pacer;
  private final KeyLimits keyLimits;
  private final int replayBodyBytes;
  private final long maxBodyBytes;
  private final boolean http2;
  private final List<OperationConfig> operations;
  private final HeaderChanges headers;
  private final FallbackConfig fallback;

  private DependencyConfig(URI url, Draft draft) {
    this.url = url;
    this.key = draft.key;
    this.verdicts = draft.verdicts;
    this.policies = draft.policies;
    this.bulkhead = draft.bulkhead;
    this.adaptiveConcurrency = draft.adaptiveConcurrency;
    this.rateLimit = draft.rateLimit;
    this.pacer = draft.pacer;
    this.keyLimits = draft.keyLimits;
    this.replayBodyBytes = draft.replayBodyBytes;
    this.maxBodyBytes = draft.maxBodyBytes;
    this.http2 = draft.http2;
    this.operations = draft.operations;
    this.headers = draft.headers;
    this.fallback = draft.fallback;
  }

  /**
   * The name, which is also the first segment of the path of requests to it.
   *
   * @return letters, digits, dots, underscores and dashes
   */
  public String name() {
    return breaker().name();
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
   * Whether HTTP/2 is spoken where an https {@link #url} offers it.
   *
   * @return the choice; default true
   */
  public boolean http2() {
    return http2;
  }

  /**
   * What is changed of the headers of each request to it.
   *
   * @return the changes, which may be none
   */
  public HeaderChanges headers() {
    return headers;
  }

  /**
   * What happens to a request that it can't answer.
   *
   * @return the alternatives; without any, the request is refused
   */
  public FallbackConfig fallback() {
    return fallback;
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
   * How many keys are remembered, and for how long.
   *
   * @return the limits; default 100,000 keys and 10 minutes
   */
  public KeyLimits keyLimits() {
    return keyLimits;
  }

  /**
   * The profile by which responses are read.
   *
   * @return a name that {@code HttpVerdicts} knows; default {@code http}
   */
  public String profile() {
    return verdicts.profile().name();
  }

  /**
   * How responses are read: by the profile, with the settings of the dependency and the system's
   * time.
   *
   * @return the verdicts
   */
  public HttpVerdicts verdicts() {
    return verdicts;
  }

  /**
   * What a throttled response does.
   *
   * @return the choice; default {@link Throttled#PACE}
   */
  public Throttled throttled() {
    return breaker().throttled();
  }

  /**
   * What an operation may have of its own, in one piece.
   *
   * @return the settings
   */
  public CallPolicies policies() {
    return policies;
  }

  /**
   * How long the parts of a call may take.
   *
   * @return the limits
   */
  public TimeoutConfig timeout() {
    return policies.timeout();
  }

  /**
   * The circuit breaker: with the name, the verdicts of the profile and what a throttled response
   * does already set.
   *
   * @return its settings; without a section of its own, the defaults of the breaker
   */
  public CircuitBreakerConfig breaker() {
    return policies.circuit().breaker();
  }

  /**
   * How the dependency is asked for its health while a circuit is open.
   *
   * @return the settings; empty when it isn't asked
   */
  public Optional<HealthProbeConfig> healthProbe() {
    return Optional.ofNullable(policies.circuit().healthProbe());
  }

  /**
   * Whose results the circuit breaker learns.
   *
   * @return the choice; default {@link Records#ATTEMPT}
   */
  public Records records() {
    return policies.circuit().records();
  }

  /**
   * When requests are sent again, unless they are of an operation.
   *
   * @return the settings; empty when they aren't
   */
  public Optional<RequestRetryConfig> retry() {
    return Optional.ofNullable(policies.retry());
  }

  /**
   * When slow requests are sent once more, unless they are of an operation.
   *
   * @return the settings; empty when they aren't
   */
  public Optional<RequestHedgeConfig> hedge() {
    return Optional.ofNullable(policies.hedge());
  }

  /**
   * How much of a request's body is kept so that it can be sent again, by a retry, a hedge or a
   * failover. A request with a longer body is sent once.
   *
   * @return 0 to 16 MiB; default 64 KiB
   */
  public int replayBodyBytes() {
    return replayBodyBytes;
  }

  /**
   * How long a request's body may be.
   *
   * @return the number of bytes, 1 KiB to 2,047 MiB; without the setting {@link Long#MAX_VALUE}
   */
  public long maxBodyBytes() {
    return maxBodyBytes;
  }

  /**
   * Requests with circuits of their own. The first operation that matches a request has it; those
   * that none matches are of the dependency's own circuit.
   *
   * @return the operations, in the order of the file; unmodifiable
   */
  public List<OperationConfig> operations() {
    return operations;
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
   * What changes the size of the bulkhead.
   *
   * @return its settings; empty when the size stays as it is, or there is no bulkhead
   */
  public Optional<AdaptiveConcurrencyConfig> adaptiveConcurrency() {
    return Optional.ofNullable(adaptiveConcurrency);
  }

  /**
   * The bound on calls in a time.
   *
   * @return its settings, with the name of the dependency; empty when there is no such bound, or
   *     when it is a {@link #pacer}
   */
  public Optional<RateLimiterConfig> rateLimit() {
    return Optional.ofNullable(rateLimit);
  }

  /**
   * The bound on calls in a time that follows what the dependency answers.
   *
   * @return its settings, with the name of the dependency; empty when there is no such bound, or
   *     when it is a {@link #rateLimit}
   */
  public Optional<AdaptivePacerConfig> pacer() {
    return Optional.ofNullable(pacer);
  }

  @Override
  public String toString() {
    return name() + " at " + url;
  }

  /** The values while they are read, each with its default. */
  static final class Draft {
    @Nullable KeySource key;
    HttpVerdicts verdicts = HttpVerdicts.profile("http");
    @Nullable BulkheadConfig bulkhead;
    @Nullable AdaptiveConcurrencyConfig adaptiveConcurrency;
    @Nullable RateLimiterConfig rateLimit;
    @Nullable AdaptivePacerConfig pacer;
    KeyLimits keyLimits = KeyReader.DEFAULT_LIMITS;
    int replayBodyBytes = 64 * 1024;
    long maxBodyBytes = Long.MAX_VALUE;
    boolean http2 = true;
    List<OperationConfig> operations = List.of();
    HeaderChanges headers = HeaderChanges.NONE;
    FallbackConfig fallback = FallbackConfig.NONE;
    private final CallPolicies policies;

    Draft(CallPolicies policies) {
      this.policies = policies;
    }

    /** The settings, with the one value that has no default. */
    DependencyConfig at(URI url) {
      return new DependencyConfig(url, this);
    }
  }
}
