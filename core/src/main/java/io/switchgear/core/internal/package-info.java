// SPDX-License-Identifier: Apache-2.0

/** Pieces that the policies of this module share and nobody else sees. */
@NullMarked
package io.switchgear.core.internal;

import org.jspecify.annotations.NullMarked;
