// SPDX-License-Identifier: Apache-2.0
/** How circuits are named where they are shown. */
@NullMarked
package io.switchgear.gateway.circuit;

import org.jspecify.annotations.NullMarked;
