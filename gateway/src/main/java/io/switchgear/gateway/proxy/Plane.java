// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.RandomSource;
import io.switchgear.gateway.loop.LoopTime;
import io.vertx.core.Context;
import java.util.UUID;

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
  private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

  /** A key that nobody else has: a UUID by chance (RFC 9562, 5.4). */
  String newKey() {
    long high = (bits() & VERSION_MASK) | VERSION_4;
    long low = (bits() & VARIANT_MASK) | VARIANT_2;
    return new UUID(high, low).toString();
  }

  private long bits() {
    return (half() << Integer.SIZE) | half();
  }

  private long half() {
    return (long) (random.nextDouble() * (1L << Integer.SIZE));
  }
}
