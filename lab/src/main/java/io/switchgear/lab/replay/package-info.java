// SPDX-License-Identifier: Apache-2.0
/**
 * What circuits with some settings would have made of the calls in a log: start at {@link Replay}.
 *
 * <pre>{@code
 * log ─▶ Assignment: whose circuit decides ─▶ Lane: the circuits of one variant of the settings
 *        Readings: what the result means        └▶ CircuitAccount, Trip: what they did
 * }</pre>
 *
 * <p>The circuits are those of production, on the time of the log. All variants are replayed at
 * once, so that the log is read once.
 */
@NullMarked
package io.switchgear.lab.replay;

import org.jspecify.annotations.NullMarked;
