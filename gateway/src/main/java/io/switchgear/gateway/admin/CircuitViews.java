// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitSnapshot;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.gateway.circuit.Token;
import io.switchgear.gateway.dependency.Operation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the admin API shows of circuits. */
final class CircuitViews {
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 1_000;

  private final Operated operated;
  private final CircuitJson json;

  CircuitViews(Operated operated, CircuitJson json) {
    this.operated = operated;
    this.json = json;
  }

  JsonObject list(AdminCall call) throws AdminException {
    JsonArray all = new JsonArray();
    for (Operation operation : operated.dependencies().operations()) {
      all.add(one(operation, call));
    }
    return new JsonObject().put("circuits", all);
  }

  /** One operation, with those of its keys that aren't closed. */
  JsonObject one(Operation operation, AdminCall call) throws AdminException {
    CircuitStats stats = operation.circuits().stats();
    boolean keyed = operation.circuits().isKeyed();
    JsonObject view = new JsonObject().put("name", operation.name()).put("keyed", keyed);
    view.mergeIn(json.state(operation.circuits().whole()));
    view.put("calls", CircuitJson.calls(stats)).put("permits", CircuitJson.permits(stats));
    if (keyed) {
      view.put("keys", CircuitJson.counts(stats));
      view.put("notClosed", page(operation, call, state -> state != CircuitState.CLOSED));
    }
    return view;
  }

  /** One dependency after an order, with the circuit of the key that the order concerned. */
  JsonObject ordered(Operation operation, AdminCall call, Optional<CircuitSnapshot> keyCircuit)
      throws AdminException {
    JsonObject view = one(operation, call);
    keyCircuit.map(json::state).ifPresent(state -> view.put("keyCircuit", state));
    return view;
  }

  /** The keys of a operation, all or those in one state. */
  JsonObject keys(Operation operation, AdminCall call) throws AdminException {
    Optional<CircuitState> wanted = wantedState(call);
    return page(operation, call, state -> wanted.isEmpty() || wanted.get() == state);
  }

  private static Optional<CircuitState> wantedState(AdminCall call) throws AdminException {
    String token = call.parameters().get("state");
    if (token == null) {
      return Optional.empty();
    }
    for (CircuitState state : CircuitState.values()) {
      if (Token.of(state).equals(token)) {
        return Optional.of(state);
      }
    }
    String valid =
        Arrays.stream(CircuitState.values()).map(Token::of).collect(Collectors.joining(", "));
    throw AdminException.badRequest("The parameter 'state' must be one of " + valid + ".");
  }

  private JsonObject page(Operation operation, AdminCall call, Predicate<CircuitState> wanted)
      throws AdminException {
    int offset = call.number("offset", 0, 0, Integer.MAX_VALUE);
    int limit = call.number("limit", PAGE, 1, MAX_PAGE);
    List<CircuitSnapshot> matching =
        operation.circuits().keys().stream()
            .filter(snapshot -> wanted.test(snapshot.state()))
            .sorted(Comparator.comparing(snapshot -> snapshot.key().orElse("")))
            .toList();
    JsonArray items = new JsonArray();
    matching.stream().skip(offset).limit(limit).map(json::state).forEach(items::add);
    return new JsonObject()
        .put("total", matching.size())
        .put("offset", offset)
        .put("limit", limit)
        .put("items", items);
  }
}
