// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.RandomSource;
import io.switchgear.gateway.loop.LoopTime;
import io.switchgear.http.Idempotency;
import io.vertx.core.Context;

/**
 * What all calls of the data plane share.
 *
 * @param context the one event loop on which everything happens
 * @param time the time, whose timers run on the event loop
 * @param random where new keys come from
 * @param deadlines watches the calls' limits in time
 * @param answers writes the answers that are ours
 */
record Plane(
    Context context, LoopTime time, RandomSource random, Deadlines deadlines, Answers answers) {

  /** A key that nobody else has. */
  String newKey() {
    return Idempotency.newKey(random);
  }
}
