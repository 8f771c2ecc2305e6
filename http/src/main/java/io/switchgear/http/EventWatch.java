// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a stream of events on its way: when its content begins, whether it still moves, whether
 * it tells of an error, and whether its end is one.
 *
 * <p>Comments, blank lines and events named {@code ping} keep a connection alive and say nothing of
 * the answer.
 *
 * <p><b>Thread safety:</b> for one thread at a time. <b>Blocking:</b> never.
 */
public final class EventWatch {
  private static final String PING = "ping";

  private final HttpVerdicts verdicts;
  private final EventScanner scanner = new EventScanner(this::event);
  private long contentBytes;
  private int events;
  private int pings;
  private boolean endSeen;
  private @Nullable HttpReading error;

  /**
   * A watch at the beginning of a stream.
   *
   * @param verdicts reads its events
   */
  public EventWatch(HttpVerdicts verdicts) {
    this.verdicts = verdicts;
  }

  /**
   * Looks at the next piece.
   *
   * @param piece the bytes
   * @return whether it had content, be it a part of an event
   */
  public boolean scan(byte[] piece) {
    int eventsBefore = events;
    int pingsBefore = pings;
    scanner.scan(piece);
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
  public void end() {
    scanner.end();
  }

  /**
   * Whether there was an event that is no sign of life alone.
   *
   * @return whether the content has begun
   */
  public boolean hasBegun() {
    return events > 0;
  }

  /**
   * What the first event said that told of an error.
   *
   * @return the reading; empty while there was none
   */
  public Optional<HttpReading> error() {
    return Optional.ofNullable(error);
  }

  /**
   * Whether a stream that is over stopped before its end, as far as the profile knows what ends
   * one.
   *
   * @return whether it was cut
   */
  public boolean isCut() {
    return error == null && verdicts.knowsStreamEnd() && !endSeen;
  }
}
