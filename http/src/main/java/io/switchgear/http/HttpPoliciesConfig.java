// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.KeyLimits;
import io.switchgear.pipeline.PipelineConfig;
import java.util.Objects;

/**
 * The settings of {@link HttpPolicies}. Begin with {@link HttpPolicies#with}; each method gives a
 * copy with one setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class HttpPoliciesConfig {
  private final PipelineConfig<HttpResult> policies;
  private final HttpVerdicts verdicts;
  private final NewKeys keys;

  private HttpPoliciesConfig(
      PipelineConfig<HttpResult> policies, HttpVerdicts verdicts, NewKeys keys) {
    this.policies = policies;
    this.verdicts = verdicts;
    this.keys = keys;
  }

  static HttpPoliciesConfig with(PipelineConfig<HttpResult> policies) {
    HttpVerdicts verdicts = HttpVerdicts.profile("http");
    return new HttpPoliciesConfig(HttpResult.policies(policies, verdicts), verdicts, NewKeys.NONE);
  }

  /**
   * How answers are read, by the name of a profile that comes with the library. Default: {@code
   * http}.
   *
   * @param name one of {@link HttpVerdicts#profileNames()}
   * @return a copy with this profile
   * @throws IllegalArgumentException when there is no such profile
   */
  public HttpPoliciesConfig profile(String name) {
    return verdicts(HttpVerdicts.profile(name));
  }

  /**
   * How answers are read: by a profile of one's own, with one's own bounds for waits.
   *
   * @param verdicts the rules
   * @return a copy with these rules
   */
  public HttpPoliciesConfig verdicts(HttpVerdicts verdicts) {
    return new HttpPoliciesConfig(policies, Objects.requireNonNull(verdicts, "verdicts"), keys);
  }

  /**
   * Gives each POST and PATCH request that has no idempotency key a new one, as {@link
   * ResilientHttpClientConfig#makesIdempotencyKeys} does. Default: no keys are made.
   *
   * @return a copy that makes keys
   */
  public HttpPoliciesConfig makesIdempotencyKeys() {
    return new HttpPoliciesConfig(policies, verdicts, NewKeys.FOR_UNSAFE);
  }

  /**
   * Makes the policies.
   *
   * @return the policies
   * @throws IllegalArgumentException when they are written in an order that doesn't work, or have a
   *     hedge
   */
  public HttpPolicies build() {
    return new HttpPolicies(HttpResult.policies(policies, verdicts).build(), verdicts, keys);
  }

  /**
   * Makes policies for each key. Each key has a circuit breaker and a rate limiter or pacer of its
   * own, as far as the policies have them.
   *
   * @param <K> the keys; they need {@code equals}, {@code hashCode} and a {@code toString} that may
   *     be shown to people
   * @param limits how many keys are remembered and for how long
   * @return the policies of each key
   * @throws IllegalArgumentException as {@link #build} does, or when no policy would have keys
   */
  public <K> KeyedHttpPolicies<K> keyed(KeyLimits limits) {
    return new KeyedHttpPolicies<>(
        HttpResult.policies(policies, verdicts).keyed(limits), verdicts, keys);
  }

  @Override
  public String toString() {
    return policies + "; " + verdicts.profile().name();
  }
}
