// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;

/**
 * What a client gets for a call.
 *
 * @param assessment what its policies make of it, as those of the gateway would
 */
record Reply(Assessment assessment) {
  boolean isSuccess() {
    return assessment.verdict() == Verdict.SUCCESS;
  }
}
