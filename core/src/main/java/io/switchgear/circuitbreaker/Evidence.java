// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * What a trip rule remembers of the results it saw. Immutable: recording a result gives the next
 * evidence, or the same object when the result changes nothing, so that a healthy circuit is never
 * written to.
 */
abstract class Evidence {
  /** The evidence after one more result. */
  abstract Evidence record(boolean failure, long nowNanos);

  /** Whether a success would change nothing. */
  abstract boolean absorbsSuccess();

  /** Whether the rule says that the circuit opens. */
  abstract boolean trips();

  /** The numbers behind it, for people. */
  abstract String describe();
}
