// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.circuit.Token;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/** Circuits as JSON. */
final class CircuitJson {
  private final TimeSource time;

  CircuitJson(TimeSource time) {
    this.time = time;
  }

  /** The state of one circuit. */
  JsonObject state(CircuitSnapshot snapshot) {
    Instant since = time.wallTime().minus(snapshot.timeInState());
    JsonObject json = new JsonObject();
    snapshot.key().ifPresent(key -> json.put("key", key));
    json.put("state", Token.of(snapshot.state()))
        .put("since", since.toString())
        .put("timeInStateMs", snapshot.timeInState().toMillis());
    snapshot.cause().ifPresent(cause -> json.put("cause", cause.detail()));
    json.put("evidence", snapshot.evidence());
    snapshot.retryAfter().map(Duration::toMillis).ifPresent(ms -> json.put("retryAfterMs", ms));
    snapshot.directive().ifPresent(order -> json.put("forced", order(order, since)));
    return json;
  }

  private static JsonObject order(Directive order, Instant since) {
    JsonObject json = new JsonObject().put("by", order.who());
    order.reason().ifPresent(reason -> json.put("reason", reason));
    order.atMost().ifPresent(limit -> json.put("until", since.plus(limit).toString()));
    return json;
  }

  /** How many circuits are in each state. */
  static JsonObject counts(CircuitStats stats) {
    JsonObject json = new JsonObject();
    for (CircuitState state : CircuitState.values()) {
      json.put(Token.of(state), stats.circuits().getOrDefault(state, 0L));
    }
    return json;
  }

  static JsonObject calls(CircuitStats stats) {
    JsonObject json = new JsonObject();
    for (Verdict verdict : Verdict.values()) {
      json.put(Token.of(verdict), stats.calls().byVerdict().getOrDefault(verdict, 0L));
    }
    return json.put("rejected", stats.calls().rejected()).put("late", stats.calls().late());
  }

  static JsonObject permits(CircuitStats stats) {
    return new JsonObject()
        .put("settled", stats.permits().settled())
        .put("released", stats.permits().released())
        .put("expired", stats.permits().expired());
  }
}
