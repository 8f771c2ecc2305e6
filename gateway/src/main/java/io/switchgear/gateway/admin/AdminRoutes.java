// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.config.Nearest;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.reload.Reloads;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** From a request to what answers it. */
final class AdminRoutes {
  private static final List<String> CIRCUITS = List.of("api", "v1", "circuits");

  private final Operated operated;
  private final Health health;
  private final Reloads reloads;
  private final CircuitViews views;
  private final CircuitOrders orders;

  AdminRoutes(AdminServer.Parts parts) {
    this.operated = parts.operated();
    this.health = parts.health();
    this.reloads = parts.reloads();
    this.views = new CircuitViews(operated, new CircuitJson(parts.time()));
    this.orders = new CircuitOrders(parts.feed());
  }

  Future<AdminReply> answer(AdminCall call) throws AdminException {
    return switch (String.join("/", call.path())) {
      case "health/live" -> get(call, health::live);
      case "health/ready" -> get(call, health::ready);
      case "metrics" -> get(call, () -> AdminReply.metrics(operated.metrics()));
      case "api/v1/config" -> get(call, this::config);
      case "api/v1/reload" -> reload(call);
      default -> Future.succeededFuture(circuits(call));
    };
  }

  private static Future<AdminReply> get(AdminCall call, Supplier<AdminReply> reply)
      throws AdminException {
    require(call, HttpMethod.GET);
    return Future.succeededFuture(reply.get());
  }

  private AdminReply config() {
    return AdminReply.json(200, new JsonObject(operated.config().shown()));
  }

  private Future<AdminReply> reload(AdminCall call) throws AdminException {
    require(call, HttpMethod.POST);
    return reloads.reload().map(ReloadJson::done).otherwise(ReloadJson::failed);
  }

  private AdminReply circuits(AdminCall call) throws AdminException {
    List<String> path = call.path();
    int prefix = CIRCUITS.size();
    boolean ours =
        path.size() >= prefix
            && path.size() <= prefix + 2
            && path.subList(0, prefix).equals(CIRCUITS);
    if (!ours) {
      throw new AdminException(
          404,
          "Not found",
          "There is /health/live, /health/ready, /metrics, /api/v1/circuits, /api/v1/events,"
              + " /api/v1/config and /api/v1/reload.");
    }
    if (path.size() == prefix) {
      require(call, HttpMethod.GET);
      return AdminReply.json(200, views.list(call));
    }
    Operation operation = operation(path.get(prefix));
    String action = path.size() == prefix + 1 ? "" : path.get(prefix + 1);
    return AdminReply.json(200, circuit(call, operation, action));
  }

  private JsonObject circuit(AdminCall call, Operation operation, String action)
      throws AdminException {
    switch (action) {
      case "" -> {
        require(call, HttpMethod.GET);
        return views.one(operation, call);
      }
      case "keys" -> {
        require(call, HttpMethod.GET);
        return views.keys(operation, call);
      }
      default -> {
        Action ordered = Action.of(action).orElseThrow(AdminRoutes::unknownAction);
        require(call, HttpMethod.POST);
        return views.ordered(
            operation, call, orders.carryOut(ordered, operation, Order.read(call)));
      }
    }
  }

  private static AdminException unknownAction() {
    String actions =
        Arrays.stream(Action.values()).map(it -> ", /" + it.token()).collect(Collectors.joining());
    return new AdminException(404, "Not found", "A circuit has /keys" + actions + ".");
  }

  private Operation operation(String name) throws AdminException {
    Operation operation = operated.dependencies().operation(name);
    if (operation != null) {
      return operation;
    }
    List<String> names =
        operated.dependencies().operations().stream().map(Operation::name).toList();
    String hint =
        Nearest.to(name, names)
            .map(near -> "did you mean '" + near + "'?")
            .orElse("GET /api/v1/circuits lists them.");
    throw new AdminException(404, "Unknown circuit", "There is no such circuit; " + hint);
  }

  private static void require(AdminCall call, HttpMethod method) throws AdminException {
    if (!call.method().equals(method)) {
      throw new AdminException(
          405, "Method not allowed", "This path takes " + method + " requests.");
    }
  }
}
