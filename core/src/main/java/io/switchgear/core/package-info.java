// SPDX-License-Identifier: Apache-2.0

/**
 * What all policies share: the verdict on a finished call, rejections, and time. Start at {@code
 * io.switchgear.circuitbreaker.CircuitBreaker} to protect a call.
 */
@NullMarked
package io.switchgear.core;

import org.jspecify.annotations.NullMarked;
