// SPDX-License-Identifier: Apache-2.0
package io.switchgear.examples.invoicepipeline;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of a call.
 *
 * @param kind in one word
 * @param retryAfter how long the document must wait before the next try, if there is to be one
 */
record Reply(Kind kind, Duration retryAfter) {
  /** The wait after a failure that named none. */
  static final Duration USUAL_WAIT = Duration.ofSeconds(5);

  /** What can come of a call. */
  enum Kind {
    /** The service did it. */
    ACCEPTED,
    /** The service wants fewer calls: a 429. */
    THROTTLED,
    /** The service wasn't called, since its circuit is open. */
    REFUSED_HERE,
    /** The service failed, or couldn't be reached. */
    FAILED,
    /** The service doesn't take this document, now or later. A person must look at it. */
    UNUSABLE
  }

  /** What a service's status means. */
  static Reply of(int status, Optional<Duration> asked) {
    Duration wait = asked.orElse(USUAL_WAIT);
    if (status == 429) {
      return new Reply(Kind.THROTTLED, wait);
    }
    return switch (status / 100) {
      case 2 -> new Reply(Kind.ACCEPTED, Duration.ZERO);
      case 3, 4 -> new Reply(Kind.UNUSABLE, Duration.ZERO);
      default -> new Reply(Kind.FAILED, wait);
    };
  }

  static Reply refusedHere(Duration retryAfter) {
    return new Reply(Kind.REFUSED_HERE, retryAfter);
  }

  /** There was no answer. */
  static Reply unreachable() {
    return new Reply(Kind.FAILED, USUAL_WAIT);
  }
}
