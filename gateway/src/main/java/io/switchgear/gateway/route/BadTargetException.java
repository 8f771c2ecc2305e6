// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.route;

/** A request's target that the gateway doesn't pass on. */
public final class BadTargetException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  BadTargetException(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /**
   * Why the target isn't passed on.
   *
   * @return a sentence for the client
   */
  public String reason() {
    return reason;
  }
}
