// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

/** Says what is left, from the word of a decision and its time. */
interface Reading {
  /** How many permits there are for each stretch of time. */
  int limit();

  /** How many permits could be taken at once. */
  int remaining(long word, long nowNanos);

  /** How long it takes until the limiter is as good as unused, if nobody takes more. */
  long resetNanos(long word, long nowNanos);
}
