// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

/**
 * Where the answer to a call came from.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Source {
  /** From the dependency that was asked first. */
  PRIMARY,

  /** From another target that can do the same. */
  FAILOVER,

  /** From the cache. */
  CACHE,

  /** From a fallback: a value of less worth than the real one. */
  DEGRADED,

  /** From nowhere: there is no answer but an error. */
  NONE
}
