// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;

/**
 * The answer to a document.
 *
 * @param kind what it means
 * @param retryAfter when to come again; zero when it wasn't said
 * @param sentNanos when the document was sent, on the clock of the play
 */
record Reply(Kind kind, Duration retryAfter, long sentNanos) {
  /** What an answer means. */
  enum Kind {
    /** The API has taken the document. */
    POSTED,
    /** The API has said 429. */
    THROTTLED,
    /** The gateway has refused, without a call to the API. */
    REJECTED,
    /** Anything else. */
    FAILED
  }
}
