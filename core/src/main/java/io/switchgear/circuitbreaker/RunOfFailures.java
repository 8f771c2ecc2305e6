// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** Failures in a row; the word is their number. */
record RunOfFailures(int failures) implements WordRule {
  @Override
  public long next(long word, boolean failure) {
    return failure ? Math.min(word + 1, failures) : 0;
  }

  @Override
  public boolean absorbsSuccess(long word) {
    return word == 0;
  }

  @Override
  public boolean trips(long word) {
    return word >= failures;
  }

  @Override
  public String describe(long word) {
    return Wording.consecutiveFailures(word);
  }
}
