// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.RejectionReason;

/** The values of the header that says where an answer comes from. */
final class Outcome {
  /** The dependency answered. */
  static final String PRIMARY = "primary";

  private Outcome() {}

  /** The call was made, and this went wrong: the answer is ours. */
  static String failed(CallError error) {
    return PRIMARY + ";error=" + error.token();
  }

  /** The call wasn't made. */
  static String rejected(RejectionReason reason) {
    return rejected(reason.token());
  }

  /** The call wasn't made, for a reason that no policy has. */
  static String rejected(String reason) {
    return "rejected;reason=" + reason;
  }
}
