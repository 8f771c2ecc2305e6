// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/**
 * The state of an adaptive pacer: an immutable value, which {@link AdaptiveRate} leads to the next.
 *
 * @param slotNanos when the next slot is free
 */
record Pace(
    LearnedRate rate, Brake brake, Delivered delivered, Announcement announcement, long slotNanos) {
  Pace withRate(LearnedRate next) {
    return new Pace(next, brake, delivered, announcement, slotNanos);
  }

  Pace withBrake(Brake next) {
    return new Pace(rate, next, delivered, announcement, slotNanos);
  }

  Pace withDelivered(Delivered next) {
    return new Pace(rate, brake, next, announcement, slotNanos);
  }

  Pace withAnnouncement(Announcement next) {
    return new Pace(rate, brake, delivered, next, slotNanos);
  }

  Pace withSlotNanos(long next) {
    return new Pace(rate, brake, delivered, announcement, next);
  }
}
