// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** The statistics as JSON. */
final class StatsJson {
  private StatsJson() {}

  static JsonObject of(StubStats stats) {
    StubStats.Totals totals = stats.totals();
    JsonObject byKey = new JsonObject();
    stats.keys().top().forEach((key, count) -> byKey.put(key, count(count)));
    JsonArray perSecond = new JsonArray();
    for (StubStats.Second second : stats.perSecond()) {
      JsonObject json = new JsonObject().put("second", second.second());
      perSecond.add(json.mergeIn(count(second.count())));
    }
    return new JsonObject()
        .put("received", totals.received())
        .put("byStatus", byStatus(totals.byStatus()))
        .put("cut", totals.cut())
        .put("aborted", totals.aborted())
        .put("now", now(stats.now()))
        .put("byKey", byKey)
        .put("others", count(stats.keys().others()))
        .put("perSecond", perSecond);
  }

  private static JsonObject now(StubStats.Now now) {
    return new JsonObject()
        .put("second", now.second())
        .put("inFlight", now.inFlight())
        .put("hanging", now.hanging())
        .put("connections", now.connections());
  }

  private static JsonObject count(StubStats.Count count) {
    return new JsonObject()
        .put("received", count.received())
        .put("byStatus", byStatus(count.byStatus()));
  }

  private static JsonObject byStatus(Map<Integer, Long> byStatus) {
    JsonObject json = new JsonObject();
    byStatus.forEach((status, count) -> json.put(Integer.toString(status), count));
    return json;
  }
}
