// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.TimeSource;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Looks at all calls under way at a steady beat, rather than setting timers for each: a call that
 * ends in time then costs nothing, and a limit is noticed at most one beat late.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane.
 */
final class Deadlines {
  private final Set<Watched> watched = new LinkedHashSet<>();
  private final TimeSource time;

  Deadlines(TimeSource time) {
    this.time = time;
  }

  void watch(Watched call) {
    watched.add(call);
  }

  void forget(Watched call) {
    watched.remove(call);
  }

  /** To be called at each beat. */
  void beat() {
    if (watched.isEmpty()) {
      return;
    }
    long now = time.nanoTime();
    for (Watched call : watched.toArray(Watched[]::new)) {
      call.beat(now);
    }
  }

  int size() {
    return watched.size();
  }

  /** What has limits in time. */
  interface Watched {
    /**
     * A beat.
     *
     * @param nowNanos the time
     */
    void beat(long nowNanos);
  }
}
