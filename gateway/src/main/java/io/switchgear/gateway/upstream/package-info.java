// SPDX-License-Identifier: Apache-2.0
/** Connections to a dependency. */
@NullMarked
package io.switchgear.gateway.upstream;

import org.jspecify.annotations.NullMarked;
