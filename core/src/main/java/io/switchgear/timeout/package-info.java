// SPDX-License-Identifier: Apache-2.0

/**
 * The timeout: ends a call that takes too long and frees whoever waits for it. Start at {@link
 * io.switchgear.timeout.Timeout#named}.
 *
 * <p>A blocking call stays on its caller's thread, which is interrupted at the limit; there is no
 * pool. Whether the call ended in time or the limit came first is decided by one compare-and-set on
 * the word of {@code TimedCall}, so an interrupt never outlives the call that it was meant for.
 */
@NullMarked
package io.switchgear.timeout;

import org.jspecify.annotations.NullMarked;
