// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.pipeline.KeyedPipeline;

/**
 * A client for each key: a tenant, an API key. Each has its own circuit and its own rate; the
 * connections, the bulkhead and the retry's budget are shared.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never.
 *
 * @param <K> the keys
 */
public final class KeyedResilientHttpClient<K> {
  private final Wire wire;
  private final KeyedPipeline<K, HttpResult> policies;

  KeyedResilientHttpClient(Wire wire, KeyedPipeline<K, HttpResult> policies) {
    this.wire = wire;
    this.policies = policies;
  }

  /**
   * The client of a key.
   *
   * @param key the key
   * @return its client; hold it for one call rather than for long, since idle keys are forgotten
   */
  public ResilientHttpClient forKey(K key) {
    return new ResilientHttpClient(wire, policies.forKey(key));
  }

  /**
   * The policies, to look at the circuits of all keys or to give them orders.
   *
   * @return the pipelines around the calls
   */
  public KeyedPipeline<K, HttpResult> policies() {
    return policies;
  }

  @Override
  public String toString() {
    return policies + "; " + wire.verdicts().profile().name();
  }
}
