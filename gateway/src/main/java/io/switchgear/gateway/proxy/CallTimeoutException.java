// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import java.util.concurrent.TimeoutException;

/** A limit in time that a call has passed. */
final class CallTimeoutException extends TimeoutException {
  private static final long serialVersionUID = 1L;

  CallTimeoutException(CallError error) {
    super(error.detail());
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
