// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.gateway.circuit.Circuits;
import io.switchgear.gateway.circuit.Token;
import io.switchgear.gateway.dependency.DependencyRegistry;
import io.switchgear.gateway.dependency.Operation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Whether the gateway works, and whether it should get requests. Neither follows a circuit: a
 * dependency that is down is no reason to restart the gateway, nor to take it out of service, since
 * it still answers, at once and with a clear refusal. Circuits that aren't closed are notes.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Health {
  private final DependencyRegistry dependencies;
  private volatile boolean draining;

  /**
   * The health of a gateway.
   *
   * @param dependencies its dependencies
   */
  public Health(DependencyRegistry dependencies) {
    this.dependencies = dependencies;
  }

  /** From now on the gateway isn't ready: it is about to stop. */
  public void drain() {
    draining = true;
  }

  AdminReply live() {
    return AdminReply.json(200, new JsonObject().put("status", "live"));
  }

  AdminReply ready() {
    JsonArray issues = new JsonArray();
    if (draining) {
      issues.add("The gateway is stopping: it finishes the calls under way and takes no more.");
    }
    JsonArray notes = new JsonArray();
    dependencies.operations().forEach(operation -> note(operation, notes));
    JsonObject json =
        new JsonObject()
            .put("status", draining ? "not ready" : "ready")
            .put("issues", issues)
            .put("notes", notes);
    return AdminReply.json(draining ? 503 : 200, json);
  }

  private static void note(Operation operation, JsonArray notes) {
    Circuits circuits = operation.circuits();
    for (Map.Entry<CircuitState, Long> entry : circuits.stats().circuits().entrySet()) {
      if (entry.getKey() != CircuitState.CLOSED && entry.getValue() > 0) {
        String which = circuits.isKeyed() ? entry.getValue() + " of its circuits" : "its circuit";
        notes.add(operation.name() + ": " + which + " " + Token.of(entry.getKey()));
      }
    }
  }
}
