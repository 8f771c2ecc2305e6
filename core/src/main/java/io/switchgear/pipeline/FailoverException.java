// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

/**
 * A request that was sent to a target or several and that none of them answered. Its cause is the
 * error of the last one, which has those of the others suppressed in it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailoverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FailoverException(String name, Throwable cause) {
    super("Failover " + name + ": no target answered, the last one with " + cause, cause);
  }
}
