// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.upstream;

import java.time.Duration;

/**
 * The bounds of a pool.
 *
 * @param maxConnections how many connections may be open or opening
 * @param maxWaiting how many calls may wait for one
 * @param connectTimeout how long one connection may take to be made
 * @param idleTimeout how long an unused one is kept
 */
public record PoolLimits(
    int maxConnections, int maxWaiting, Duration connectTimeout, Duration idleTimeout) {}
