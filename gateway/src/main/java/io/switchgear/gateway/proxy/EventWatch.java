// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Verdict;
import io.switchgear.http.EventScanner;
import io.switchgear.http.HttpReading;
import io.switchgear.http.HttpVerdicts;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a stream of events on its way to the client: when its content begins, whether it still
 * moves, whether it tells of an error, and whether its end is one.
 *
 * <p>Comments, blank lines and events named {@code ping} keep a connection alive and say nothing of
 * the answer.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane.
 */
final class EventWatch {
  private static final String PING = "ping";

  private final HttpVerdicts verdicts;
  private final EventScanner scanner = new EventScanner(this::event);
  private long contentBytes;
  private int events;
  private int pings;
  private boolean endSeen;
  private @Nullable HttpReading error;

  EventWatch(HttpVerdicts verdicts) {
    this.verdicts = verdicts;
  }

  /** Looks at the next piece; says whether it had content, be it a part of an event. */
  boolean scan(Buffer piece) {
    int eventsBefore = events;
    int pingsBefore = pings;
    scanner.scan(piece.getBytes());
    boolean more = scanner.contentBytes() > contentBytes;
    contentBytes = scanner.contentBytes();
    return events > eventsBefore || (more && pings == pingsBefore);
  }

  private void event(String name, String data) {
    if (name.equals(PING)) {
      pings++;
      return;
    }
    events++;
    endSeen |= verdicts.isStreamEnd(name, data);
    if (error == null) {
      error =
          verdicts
              .readEvent(name, data)
              .filter(reading -> reading.assessment().verdict() != Verdict.SUCCESS)
              .orElse(null);
    }
  }

  /** The stream's bytes are over. */
  void end() {
    scanner.end();
  }

  /** Whether there was an event that is no sign of life alone. */
  boolean hasBegun() {
    return events > 0;
  }

  /** The first event that tells of an error; null when none did. */
  @Nullable HttpReading error() {
    return error;
  }

  /** Whether the stream stops before its end, as far as the profile knows what ends one. */
  boolean isCut() {
    return error == null && verdicts.knowsStreamEnd() && !endSeen;
  }
}
