// SPDX-License-Identifier: Apache-2.0

/**
 * Rate limiters: how many calls may begin in a stretch of time. Start at {@link
 * io.switchgear.ratelimit.RateLimiter#named}.
 *
 * <p>Each algorithm is a {@code RateLimit}. All but the sliding log are a {@code WordLimit}: pure
 * functions from (one word, time, permits) to the next word. {@link
 * io.switchgear.ratelimit.AdaptivePacer} is a limiter whose {@code AdaptiveRate} learns from the
 * results of the calls. A {@code Usage} holds what was used under certain settings and is replaced
 * when they change; {@code WordUsage} applies the functions with compare-and-set, so the simulator,
 * the model tests and production run the same decisions. Those who wait for permits stand in a
 * {@code WaitingLine}, which a limiter gets when somebody first waits.
 */
@NullMarked
package io.switchgear.ratelimit;

import org.jspecify.annotations.NullMarked;
