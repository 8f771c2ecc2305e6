// SPDX-License-Identifier: Apache-2.0
/** One view of circuits with keys and without. */
@NullMarked
package io.switchgear.gateway.circuit;

import org.jspecify.annotations.NullMarked;
