// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * A rule whose evidence is an immutable value. All methods are pure.
 *
 * @param <S> the value
 */
interface ValueRule<S> {
  /** The value after one more result; the same object when the result changes nothing. */
  S next(S value, boolean failure, long nowNanos);

  /** Whether a success would change nothing. */
  boolean absorbsSuccess(S value);

  /** Whether the rule says that the circuit opens. */
  boolean trips(S value);

  /** The numbers in the value, for people. */
  String describe(S value);
}
