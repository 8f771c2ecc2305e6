// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** A call that is admitted without regard to the circuit's state; its result changes nothing. */
enum Unwatched implements Answer {
  CALL
}
