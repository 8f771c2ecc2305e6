// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Watches all targets together: when each that was called around a trip failed, the network of
 * whoever called them may be what failed.
 */
final class Observer {
  /** How long before and after a trip is looked at. */
  static final Duration AROUND = Duration.ofMinutes(1);

  private static final int LEAST_TARGETS = 3;

  private final Map<String, Last> targets = new HashMap<>();

  void result(String target, boolean failed, long nowNanos) {
    Last last = targets.computeIfAbsent(target, name -> new Last());
    if (failed) {
      last.failedNanos = nowNanos;
    } else {
      last.answeredNanos = nowNanos;
    }
  }

  /** How many targets failed since a time; 0 when one of them answered, or they are too few. */
  int failingSince(long sinceNanos) {
    int failing = 0;
    for (Last last : targets.values()) {
      if (last.answeredNanos >= sinceNanos) {
        return 0;
      }
      failing += last.failedNanos >= sinceNanos ? 1 : 0;
    }
    return failing < LEAST_TARGETS ? 0 : failing;
  }

  private static final class Last {
    private long failedNanos = Long.MIN_VALUE;
    private long answeredNanos = Long.MIN_VALUE;
  }
}
