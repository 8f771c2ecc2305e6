// SPDX-License-Identifier: Apache-2.0
/** The {@code switchgear} command. */
@NullMarked
package io.switchgear.cli;

import org.jspecify.annotations.NullMarked;
