// SPDX-License-Identifier: Apache-2.0
/** What runs for each dependency: its policies, its connections, its way of reading answers. */
@NullMarked
package io.switchgear.gateway.dependency;

import org.jspecify.annotations.NullMarked;
