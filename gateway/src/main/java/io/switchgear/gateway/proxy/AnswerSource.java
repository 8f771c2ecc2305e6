// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.RejectionReason;

/** The values of the header that says where an answer comes from. */
final class AnswerSource {
  private static final String PRIMARY = "primary";

  private AnswerSource() {}

  /** The dependency answered the last of these attempts. */
  static String answered(int attempts) {
    return attempts > 1 ? "retry;attempts=" + attempts : PRIMARY;
  }

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
