// SPDX-License-Identifier: Apache-2.0

/**
 * The hedge: makes a slow call a second time beside the first, and takes what succeeds first. Start
 * at {@link io.switchgear.hedge.Hedge#named}.
 *
 * <p>What follows an event is decided by {@code Race}, a pure state machine; {@code HedgedCall} is
 * the shell that begins attempts, sets timers and cancels what has lost. A {@code Launcher} begins
 * an attempt, a stage or a blocking one, and {@code LearnedDelay} knows how long to wait.
 */
@NullMarked
package io.switchgear.hedge;

import org.jspecify.annotations.NullMarked;
