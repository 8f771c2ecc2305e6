// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Assessment;

/** An attempt went wrong before there was an answer to pass on. */
final class CallFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final CallError kind;
  private final transient Assessment assessment;

  CallFailure(CallError kind, Assessment assessment, Throwable cause) {
    super(kind.token(), cause, true, false);
    this.kind = kind;
    this.assessment = assessment;
  }

  CallError kind() {
    return kind;
  }

  /** What it says about the dependency. */
  Assessment assessment() {
    return assessment;
  }
}
