// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of clients. One on which everything so far was about the stub itself isn't
 * counted, else whoever asks how many there are would count themselves.
 *
 * <p><b>Thread safety:</b> none; used on the event loop only.
 */
final class Connections {
  private final Map<HttpConnection, Use> uses = new HashMap<>();
  private final StatsRecorder stats;

  Connections(StatsRecorder stats) {
    this.stats = stats;
  }

  void opened(HttpConnection connection) {
    put(connection, Use.NONE);
    connection.closeHandler(ignored -> closed(connection));
  }

  void used(HttpConnection connection, boolean control) {
    Use use = uses.get(connection);
    if (use == Use.NONE || (use == Use.CONTROL && !control)) {
      put(connection, control ? Use.CONTROL : Use.SERVICE);
    }
  }

  private void closed(HttpConnection connection) {
    count(uses.remove(connection), -1);
  }

  private void put(HttpConnection connection, Use use) {
    count(uses.put(connection, use), -1);
    count(use, 1);
  }

  private void count(@Nullable Use use, int change) {
    if (use != null && use != Use.CONTROL) {
      stats.connections(change);
    }
  }

  /** What a connection was used for so far. */
  private enum Use {
    NONE,
    CONTROL,
    SERVICE
  }
}
