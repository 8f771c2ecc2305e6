// SPDX-License-Identifier: Apache-2.0
/** The operator's side: health, metrics, circuits. */
@NullMarked
package io.switchgear.gateway.admin;

import org.jspecify.annotations.NullMarked;
