// SPDX-License-Identifier: Apache-2.0
/** What the gateway makes of hostile clients and lying dependencies, byte by byte. */
@NullMarked
package io.switchgear.gateway.safety;

import org.jspecify.annotations.NullMarked;
