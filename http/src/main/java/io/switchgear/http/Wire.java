// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.TimeSource;
import java.net.http.HttpClient;
import java.time.Duration;

/**
 * What all calls of a client share beside its policies.
 *
 * @param name what errors call it
 * @param client sends requests
 * @param verdicts reads answers
 * @param manner how requests are sent
 */
record Wire(String name, HttpClient client, HttpVerdicts verdicts, Manner manner) {
  TimeSource time() {
    return manner.time();
  }

  NewKeys keys() {
    return manner.keys();
  }

  Duration total() {
    return manner.limits().total();
  }

  long firstByteNanos() {
    return manner.limits().firstByte().toNanos();
  }

  long idleNanos() {
    return manner.limits().idle().toNanos();
  }

  /**
   * How requests are sent.
   *
   * @param limits how long the parts of a call may take
   * @param keys which requests get an idempotency key
   * @param time where time comes from
   */
  record Manner(Limits limits, NewKeys keys, TimeSource time) {
    static final Manner STANDARD = new Manner(Limits.STANDARD, NewKeys.NONE, TimeSource.system());

    Manner with(Limits changed) {
      return new Manner(changed, keys, time);
    }
  }

  /**
   * How long the parts of a call may take.
   *
   * @param firstByte an attempt until its answer begins
   * @param idle the body without anything that moves
   * @param total the whole call
   */
  record Limits(Duration firstByte, Duration idle, Duration total) {
    static final Limits STANDARD =
        new Limits(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(30));
  }
}
