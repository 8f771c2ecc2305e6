// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/** A look into the future of a limiter in which one after the other takes permits. */
interface Forecast {
  /** The next in line takes permits as soon as they are there. */
  void take(int permits);

  /** The refusal of one who comes after all of them. */
  Decision refuse(RateLimiter limiter, int permits);
}
