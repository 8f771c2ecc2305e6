// SPDX-License-Identifier: Apache-2.0

/**
 * Policies around the calls of an {@code OkHttpClient}. Start at {@link
 * io.switchgear.okhttp.ResilientInterceptor}.
 */
@NullMarked
package io.switchgear.okhttp;

import org.jspecify.annotations.NullMarked;
