// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.Repeat;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.TransportError;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The replies of a client, each read once: the reading of an answer depends on nothing but its
 * status and how long it says to wait.
 */
final class Replies {
  private static final int STATUS_END = 600;
  private static final int OK = 200;

  private final HttpVerdicts verdicts;
  private final Reply[] withoutWait = new Reply[STATUS_END];
  private final Map<Head, Reply> withWait = new HashMap<>();
  private final Reply success;
  private final Reply noAnswer;
  private final Reply notConnected;

  Replies(HttpVerdicts verdicts) {
    this.verdicts = verdicts;
    this.success = read(new Head(OK, 0));
    this.noAnswer = new Reply(verdicts.read(TransportError.NO_ANSWER).forOthers());
    // The dependency never saw the call.
    this.notConnected =
        new Reply(verdicts.read(TransportError.NOT_SENT).forOthers().repeat(Repeat.UNSEEN));
  }

  Reply success() {
    return success;
  }

  Reply noAnswer() {
    return noAnswer;
  }

  Reply notConnected() {
    return notConnected;
  }

  /**
   * An answer.
   *
   * @param status its status
   * @param waitSeconds the value of Retry-After; zero when there is none
   */
  Reply of(int status, long waitSeconds) {
    Head head = new Head(status, waitSeconds);
    if (waitSeconds > 0) {
      return withWait.computeIfAbsent(head, this::read);
    }
    Reply known = withoutWait[status];
    if (known == null) {
      known = read(head);
      withoutWait[status] = known;
    }
    return known;
  }

  private Reply read(Head head) {
    return new Reply(verdicts.read(head).forRequests());
  }

  private record Head(int status, long waitSeconds) implements ResponseHead {
    @Override
    public Optional<String> header(String name) {
      @Nullable String value =
          waitSeconds > 0 && name.equalsIgnoreCase("Retry-After")
              ? Long.toString(waitSeconds)
              : null;
      return Optional.ofNullable(value);
    }
  }
}
