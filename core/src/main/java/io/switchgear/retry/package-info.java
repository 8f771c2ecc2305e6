// SPDX-License-Identifier: Apache-2.0

/**
 * The retry: makes a call again when it failed, after a wait, and no more often than the dependency
 * can bear. Start at {@link io.switchgear.retry.Retry#named}.
 *
 * <p>What follows a failed attempt is decided by pure functions: {@code BackOff} says how long to
 * wait, {@code RetryRules} whether to go on, {@code BudgetState} whether the budget allows it.
 * {@link io.switchgear.retry.RetryRun} asks them in this order for one call; {@link
 * io.switchgear.retry.Retry} is the shell that waits and makes the attempts, and who makes them in
 * another way uses the run alone.
 */
@NullMarked
package io.switchgear.retry;

import org.jspecify.annotations.NullMarked;
