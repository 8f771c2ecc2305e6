// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import java.time.Duration;

/** What becomes of one request, and after which time. */
record Fate(Kind kind, Duration latency) {

  /** The ends that a request can come to. */
  enum Kind {
    /** A complete answer of success. */
    ANSWER,
    /** A complete answer with the status of errors. */
    ERROR,
    /** Half an answer, then the end of the connection. */
    CUT,
    /** No answer. */
    HANG
  }
}
