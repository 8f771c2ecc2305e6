// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** A rule whose whole evidence fits into 64 bits. All methods are pure. */
interface WordRule {
  /**
   * The word after one more result; the same word when the result changes nothing. A success that
   * changes nothing never trips.
   */
  long next(long word, boolean failure);

  /** Whether a success would change nothing. */
  default boolean absorbsSuccess(long word) {
    return next(word, false) == word;
  }

  /** Whether the rule says that the circuit opens. */
  boolean trips(long word);

  /** What the next closed period begins with; by default nothing, which is 0. */
  default long carriedOver(long word) {
    return 0;
  }

  /** The numbers in the word, for people. */
  String describe(long word);
}
