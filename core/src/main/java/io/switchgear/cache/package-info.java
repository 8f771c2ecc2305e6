// SPDX-License-Identifier: Apache-2.0

/**
 * The cache of answers: what a dependency said before serves when it needn't be asked, or can't be.
 * Start at {@link io.switchgear.cache.AnswerCache#named}.
 *
 * <p>What an age leads to is decided by the pure functions of {@code Freshness}, and what the end
 * of a load means by those of {@code LoadReading}. A load is a {@code Flight}: one for each key, in
 * a map of its own, so that a key is never loaded twice at once and a failing load takes no
 * answer's place. An answer carries the {@code Ticket} of its load; whoever stores or withdraws an
 * answer meanwhile voids the ticket, and so a load that is overtaken leaves nothing behind. A hit
 * is a lookup and a reading of the clock.
 */
@NullMarked
package io.switchgear.cache;

import org.jspecify.annotations.NullMarked;
