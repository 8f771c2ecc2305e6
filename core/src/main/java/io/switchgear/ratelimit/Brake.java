// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * What refusals of the provider hold back.
 *
 * @param notBeforeNanos no call is let out before; it only moves forward
 * @param refusals how many calls, let out one after the other's refusal, were refused in a row
 * @param refusedNanos when the last of them was refused; negative when none ever was
 */
record Brake(long notBeforeNanos, int refusals, long refusedNanos) {
  static final Brake RELEASED = new Brake(0, 0, -1);

  /** Whether a call was let out after the last refusal. */
  boolean isBefore(long admittedNanos) {
    return refusedNanos < admittedNanos;
  }

  /** Whether it has held something back until a short while ago. */
  boolean wasReleasedWithin(long nanos, long nowNanos) {
    return refusedNanos >= 0 && nowNanos - Math.max(notBeforeNanos, refusedNanos) < nanos;
  }

  Brake until(long untilNanos) {
    return new Brake(Math.max(notBeforeNanos, untilNanos), refusals, refusedNanos);
  }

  Brake refused(long nowNanos, long untilNanos) {
    return new Brake(Math.max(notBeforeNanos, untilNanos), refusals + 1, nowNanos);
  }

  /** A call that was let out since the last refusal has passed. */
  Brake passed() {
    return refusals == 0 ? this : new Brake(notBeforeNanos, 0, refusedNanos);
  }
}
