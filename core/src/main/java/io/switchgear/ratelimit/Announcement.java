// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * What a provider said about its limit, and when.
 *
 * @param limit 0 when it has said nothing
 */
record Announcement(int limit, int remaining, long saidNanos, long untilNanos) {
  static final Announcement NONE = new Announcement(0, 0, 0, 0);

  /** What is left, spread evenly until there is more; without bound when that time is over. */
  double permitsPer(long perNanos, long nowNanos) {
    return nowNanos >= untilNanos
        ? Double.POSITIVE_INFINITY
        : (double) remaining / (untilNanos - saidNanos) * perNanos;
  }
}
