// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.CallRejectedException;
import java.io.IOException;

/**
 * A policy refused a call of a client whose callers expect exceptions of input and output alone.
 * Nothing was sent.
 */
public final class CallRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient CallRejectedException refusal;

  CallRefusedException(CallRejectedException refusal) {
    super(refusal.getMessage(), refusal);
    this.refusal = refusal;
  }

  /**
   * The refusal, with its reason and the time after which to try again.
   *
   * @return the policy's own exception
   */
  public CallRejectedException refusal() {
    return refusal;
  }
}
