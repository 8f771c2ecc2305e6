// SPDX-License-Identifier: Apache-2.0

/**
 * The bulkhead: a bound on how many calls run at the same time. Start at {@link
 * io.switchgear.bulkhead.Bulkhead#named}.
 *
 * <p>A bulkhead's state is one word ({@code Occupancy}: limit, places in use, waiters); each event
 * is a pure function from a word to the next one, applied with compare-and-set. Only the queue
 * behind it has a lock, and a call that finds a free place never touches the queue.
 *
 * <p>{@link io.switchgear.bulkhead.AdaptiveConcurrency} sizes a bulkhead by the times that calls
 * take; its {@code ConcurrencyRule}s are pure functions as well.
 */
@NullMarked
package io.switchgear.bulkhead;

import org.jspecify.annotations.NullMarked;
