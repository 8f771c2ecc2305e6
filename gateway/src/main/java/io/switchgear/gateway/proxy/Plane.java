// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.TimeSource;
import io.vertx.core.Context;

/**
 * What all calls of the data plane share.
 *
 * @param context the one event loop on which everything happens
 * @param time the time
 * @param deadlines watches the calls' limits in time
 * @param answers writes the answers that are ours
 */
record Plane(Context context, TimeSource time, Deadlines deadlines, Answers answers) {}
