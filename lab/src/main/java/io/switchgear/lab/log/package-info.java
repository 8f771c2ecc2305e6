// SPDX-License-Identifier: Apache-2.0
/**
 * Logs of calls in the formats that programs write: start at {@link io.switchgear.lab.log.CallLog}.
 *
 * <pre>{@code
 * file ─▶ Opened (gz, text) ─▶ Detection ─▶ CallParser ─▶ OrderWindow ─▶ whoever wants the calls
 * }</pre>
 *
 * <p>A parser reads one format. Reading takes the same memory however long the log is, and nothing
 * that a log contains makes it fail: what can't be read is counted, and the first such lines are
 * named.
 */
@NullMarked
package io.switchgear.lab.log;

import org.jspecify.annotations.NullMarked;
