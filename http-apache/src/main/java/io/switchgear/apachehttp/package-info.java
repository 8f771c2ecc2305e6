// SPDX-License-Identifier: Apache-2.0

/**
 * Policies around the calls of an Apache HttpClient 5. Start at {@link
 * io.switchgear.apachehttp.ResilientExecHandler}.
 */
@NullMarked
package io.switchgear.apachehttp;

import org.jspecify.annotations.NullMarked;
