// SPDX-License-Identifier: Apache-2.0
/** The egress gateway: it gives programs in any language the same protection. */
@NullMarked
package io.switchgear.gateway;

import org.jspecify.annotations.NullMarked;
