// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.RejectionReason;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Source;

/** The values of the header that says where an answer comes from. */
final class AnswerSource {
  private static final String PRIMARY = "primary";

  private AnswerSource() {}

  /** Somebody answered. */
  static String answered(Outcome<?> outcome) {
    if (outcome.source() == Source.FAILOVER) {
      return "failover;to=" + outcome.sourceName().orElse("");
    }
    return outcome.attempts() > 1 ? "retry;attempts=" + outcome.attempts() : PRIMARY;
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
