// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.pipeline.KeyedPipeline;

/**
 * {@link HttpPolicies} for each key: a tenant, an API key.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never.
 *
 * @param <K> the keys
 */
public final class KeyedHttpPolicies<K> {
  private final KeyedPipeline<K, HttpResult> pipelines;
  private final HttpVerdicts verdicts;
  private final NewKeys keys;

  KeyedHttpPolicies(KeyedPipeline<K, HttpResult> pipelines, HttpVerdicts verdicts, NewKeys keys) {
    this.pipelines = pipelines;
    this.verdicts = verdicts;
    this.keys = keys;
  }

  /**
   * The policies of a key.
   *
   * @param key the key
   * @return its policies; hold them for one call rather than for long, since idle keys are
   *     forgotten
   */
  public HttpPolicies forKey(K key) {
    return new HttpPolicies(pipelines.forKey(key), verdicts, keys);
  }

  /**
   * The pipelines, to look at the circuits of all keys or to give them orders.
   *
   * @return the pipelines around the calls
   */
  public KeyedPipeline<K, HttpResult> pipelines() {
    return pipelines;
  }

  @Override
  public String toString() {
    return pipelines + "; " + verdicts.profile().name();
  }
}
