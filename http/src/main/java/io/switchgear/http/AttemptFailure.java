// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import java.io.IOException;

/** An attempt whose error says something else of the dependency than its type does. */
final class AttemptFailure extends IOException {
  private static final long serialVersionUID = 1L;

  private final Throwable error;
  private final transient Assessment assessment;

  private AttemptFailure(Throwable error, Assessment assessment) {
    super(error.toString(), error);
    this.error = error;
    this.assessment = assessment;
  }

  /** An error that the rules read as an assessment: as it is if they do that anyhow. */
  static Throwable of(Throwable error, Assessment assessment, HttpVerdicts verdicts) {
    return assessment.equals(verdicts.assess(error))
        ? error
        : new AttemptFailure(error, assessment);
  }

  /** The error that a caller is to see. */
  static Throwable cause(Throwable error) {
    return error instanceof AttemptFailure failure ? failure.error : error;
  }

  Assessment assessment() {
    return assessment;
  }
}
