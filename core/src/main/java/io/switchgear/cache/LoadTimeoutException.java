// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import java.time.Duration;

/**
 * A load that took so long that nobody waits for it any more: see {@link
 * AnswerCacheConfig#loadWithin}. The standard verdicts read it as a failure of the dependency.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class LoadTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The name of the cache. */
  private final String name;

  /** The limit. */
  private final Duration limit;

  LoadTimeoutException(String name, Duration limit) {
    super("Cache " + name + ": the load took longer than " + limit);
    this.name = name;
    this.limit = limit;
  }

  /**
   * The name of the cache.
   *
   * @return as its owner gave it
   */
  public String name() {
    return name;
  }

  /**
   * How long the load was allowed to take.
   *
   * @return the limit
   */
  public Duration limit() {
    return limit;
  }
}
