// SPDX-License-Identifier: Apache-2.0

/**
 * The {@code switchgear} command: start at {@link io.switchgear.cli.Main}. There is a class for
 * each subcommand; what they share of the process is in {@code Terminal}, {@code StopSignal} and
 * {@code Logging}.
 */
@NullMarked
package io.switchgear.cli;

import org.jspecify.annotations.NullMarked;
