// SPDX-License-Identifier: Apache-2.0
/** The one event loop on which the calls of the data plane happen. */
@NullMarked
package io.switchgear.gateway.loop;

import org.jspecify.annotations.NullMarked;
