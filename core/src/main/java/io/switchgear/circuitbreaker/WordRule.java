// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** A rule whose whole evidence fits into 64 bits; 0 is no evidence. All methods are pure. */
interface WordRule {
  /** The word after one more result; the same word when the result changes nothing. */
  long next(long word, boolean failure);

  /** Whether the rule says that the circuit opens. */
  boolean trips(long word);

  /** The numbers in the word, for people. */
  String describe(long word);
}
