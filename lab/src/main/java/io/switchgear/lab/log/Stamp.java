// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/** Which moment of a call the time in a log is. */
public enum Stamp {
  /** The call's beginning, as in JMeter, HAProxy and HAR. */
  START,
  /** The call's end, as in nginx and Apache. */
  END;

  /** When a call began that has this stamp. */
  long startNanos(long stampNanos, long durationNanos) {
    return this == START ? stampNanos : stampNanos - Math.max(0, durationNanos);
  }
}
