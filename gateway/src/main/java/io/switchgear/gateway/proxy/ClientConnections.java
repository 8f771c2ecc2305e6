// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.config.ClientLimits;
import io.switchgear.core.TimeSource;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of clients: at most so many, and none that does nothing for long. A connection
 * whose request is being answered isn't idle, however long the dependency takes: that has its own
 * limits.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane.
 */
final class ClientConnections {
  private final TimeSource time;
  private final ClientLimits limits;
  private final Map<HttpConnection, Use> open = new HashMap<>();

  ClientConnections(TimeSource time, ClientLimits limits) {
    this.time = time;
    this.limits = limits;
  }

  void opened(HttpConnection connection) {
    if (open.size() >= limits.maxConnections()) {
      connection.close();
      return;
    }
    open.put(connection, new Use(time.nanoTime()));
    CloseLimit.on(connection, limits.idle());
    // The call that it concerns learns of an error itself; without a handler it would be logged
    // too.
    connection.exceptionHandler(error -> {});
    connection.closeHandler(nothing -> open.remove(connection));
  }

  /**
   * Notes that a request came.
   *
   * @return whether it may be answered: behind a last answer nobody knows what the bytes are, yet
   *     those that came with the request before them are read before the connection is closed
   */
  boolean begun(HttpServerRequest request) {
    Use use = open.get(request.connection());
    if (use == null || use.isOver()) {
      request.connection().close();
      return false;
    }
    use.begin(request.response());
    if (namesClose(request.getHeader(HttpHeaders.CONNECTION))) {
      LastAnswer.on(request);
    }
    return true;
  }

  /** The HTTP library sees the option 'close' when it stands alone; it may stand in a list. */
  private static boolean namesClose(@Nullable String options) {
    if (options == null || options.indexOf(',') < 0) {
      return false;
    }
    for (String option : options.split(",", -1)) {
      if (option.strip().equalsIgnoreCase("close")) {
        return true;
      }
    }
    return false;
  }

  void closeIdle() {
    long now = time.nanoTime();
    for (Map.Entry<HttpConnection, Use> entry : new ArrayList<>(open.entrySet())) {
      if (entry.getValue().isIdle(now, limits.idle().toNanos())) {
        entry.getKey().close();
      }
    }
  }

  /** What a connection does; one of HTTP/2 may have several answers under way. */
  private static final class Use {
    private final List<HttpServerResponse> answers = new ArrayList<>(1);
    private boolean busy;
    private long idleSinceNanos;
    private @Nullable HttpServerResponse last;

    Use(long nowNanos) {
      this.idleSinceNanos = nowNanos;
    }

    void begin(HttpServerResponse answer) {
      forgetThoseThatAreOver();
      answers.add(answer);
      last = answer;
      busy = true;
    }

    boolean isOver() {
      return last != null
          && last.headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true);
    }

    boolean isIdle(long nowNanos, long idleNanos) {
      forgetThoseThatAreOver();
      if (busy) {
        busy = !answers.isEmpty();
        idleSinceNanos = nowNanos;
      }
      return nowNanos - idleSinceNanos >= idleNanos;
    }

    private void forgetThoseThatAreOver() {
      answers.removeIf(answer -> answer.ended() || answer.closed());
    }
  }
}
