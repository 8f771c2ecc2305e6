// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/**
 * A restriction in force.
 *
 * @param authority who said it and why
 * @param untilNanos when it ends
 * @param trialsFollow whether trial calls decide then
 */
record Imposed(Directive authority, long untilNanos, boolean trialsFollow) {
  TransitionCause over() {
    String detail = "the time named from outside is over, " + authority;
    return TransitionCause.of(TransitionCause.Kind.OUTSIDE_OVER, detail);
  }
}
