// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

/**
 * What a finished call says about making it once more.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Repeat {
  /**
   * Nothing of its own: a call that failed or was throttled is worth another attempt if it may be
   * made twice, any other isn't. The default.
   */
  BY_VERDICT,

  /**
   * Another attempt may succeed even if the verdict is {@link Verdict#IGNORED}: somebody else held
   * a lock, an object wasn't ready. Only for calls that may be made twice.
   */
  USEFUL,

  /**
   * The dependency never saw the call, such as when the connection was refused, so any call may be
   * made again.
   */
  UNSEEN,

  /** Another attempt would end the same way, or the dependency asks for none. */
  USELESS
}
