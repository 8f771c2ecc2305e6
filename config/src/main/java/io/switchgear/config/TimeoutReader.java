// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;

/** Reads how long the parts of a call may take. */
final class TimeoutReader {
  private static final Duration MAX = Duration.ofDays(1);

  private static final Key<Duration> CONNECT =
      key("connect", "the time to make a connection", TimeoutConfig.STANDARD.connect());

  private static final Key<Duration> FIRST_BYTE =
      key(
          "firstByte",
          "the time from the call to the first byte of the response",
          TimeoutConfig.STANDARD.firstByte());

  private static final Key<Duration> IDLE =
      key("idle", "the time between two pieces of the response", TimeoutConfig.STANDARD.idle());

  private static final Key<Duration> TOTAL =
      key("total", "the time of the whole call", TimeoutConfig.STANDARD.total());

  static final SectionKind SECTION =
      new SectionKind("timeout", Keys.of(CONNECT, FIRST_BYTE, IDLE, TOTAL));

  private TimeoutReader() {}

  private static Key<Duration> key(String name, String meaning, Duration standard) {
    return Key.of(name, Kinds.duration(MAX), meaning).standard(Durations.format(standard));
  }

  /** What the section doesn't say is as before. */
  static TimeoutConfig read(Section section, TimeoutConfig before) {
    return new TimeoutConfig(
        section.get(CONNECT).orElse(before.connect()),
        section.get(FIRST_BYTE).orElse(before.firstByte()),
        section.get(IDLE).orElse(before.idle()),
        section.get(TOTAL).orElse(before.total()));
  }
}
