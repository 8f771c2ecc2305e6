// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.RejectionReason;

/**
 * Until when the dependency wants no calls. It outlives the transitions of a circuit, since they
 * don't change what the dependency has said; a reset ends it.
 *
 * @param untilNanos when calls are welcome again
 * @param heldUntilNanos until when that is because of a hold; never later
 */
record Pause(long untilNanos, long heldUntilNanos) {
  static final Pause NONE = new Pause(Long.MIN_VALUE, Long.MIN_VALUE);

  static Pause paced(long untilNanos) {
    return new Pause(untilNanos, Long.MIN_VALUE);
  }

  static Pause held(long untilNanos) {
    return new Pause(untilNanos, untilNanos);
  }

  /** Both wishes heeded: neither shortens the other. */
  Pause and(Pause other) {
    return new Pause(
        Math.max(untilNanos, other.untilNanos), Math.max(heldUntilNanos, other.heldUntilNanos));
  }

  boolean isOver(long nowNanos) {
    return nowNanos >= untilNanos;
  }

  boolean isHeld(long nowNanos) {
    return nowNanos < heldUntilNanos;
  }

  /** Why a call is rejected while this isn't over. */
  RejectionReason reason(long nowNanos) {
    return isHeld(nowNanos) ? RejectionReason.HELD : RejectionReason.PACED;
  }

  String describe(long nowNanos) {
    return (isHeld(nowNanos) ? "held" : "paused") + " at the dependency's wish";
  }
}
