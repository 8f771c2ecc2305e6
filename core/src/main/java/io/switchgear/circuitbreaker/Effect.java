// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** What a result does to a circuit, once its settings have been asked. */
enum Effect {
  /** It counts as a success. */
  PASS,

  /** It counts as a failure. */
  FAIL,

  /** It counts as nothing, and the dependency wants no call for a while. */
  PAUSE,

  /** It counts as nothing. */
  NOTHING
}
