// SPDX-License-Identifier: Apache-2.0
/** Other settings while the gateway runs: when they are read, and what came of it. */
@NullMarked
package io.switchgear.gateway.reload;

import org.jspecify.annotations.NullMarked;
