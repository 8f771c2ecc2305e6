// SPDX-License-Identifier: Apache-2.0

/** What a command has of the process it runs in: its terminal and the request to stop. */
@NullMarked
package io.switchgear.cli.console;

import org.jspecify.annotations.NullMarked;
