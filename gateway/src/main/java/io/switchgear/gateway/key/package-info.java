// SPDX-License-Identifier: Apache-2.0
/**
 * The key of a call: where it is read from and under which label the rest of the gateway sees it.
 */
@NullMarked
package io.switchgear.gateway.key;

import org.jspecify.annotations.NullMarked;
