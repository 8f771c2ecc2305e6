// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

/**
 * How long the parts of a call may take, in nanoseconds.
 *
 * @param connectNanos until there is a connection, TLS included
 * @param firstByteNanos from the end of the request to the beginning of the answer
 * @param idleNanos without a byte of a body moving, either way
 * @param totalNanos altogether
 */
public record Timeouts(long connectNanos, long firstByteNanos, long idleNanos, long totalNanos) {}
