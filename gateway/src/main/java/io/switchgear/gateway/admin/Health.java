// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.config.policies.Circuits;
import io.switchgear.gateway.circuit.Token;
import io.switchgear.gateway.dependency.Operation;
import io.switchgear.gateway.reload.ReloadStatus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Whether the gateway works, and whether it should get requests. Neither follows a circuit: a
 * dependency that is down is no reason to restart the gateway, nor to take it out of service, since
 * it still answers, at once and with a clear refusal. Circuits that aren't closed are notes.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Health {
  private final Operated operated;
  private final Supplier<ReloadStatus> reloads;
  private volatile boolean draining;

  /**
   * The health of a gateway.
   *
   * @param operated its dependencies
   * @param reloads how its settings came to be
   */
  public Health(Operated operated, Supplier<ReloadStatus> reloads) {
    this.operated = operated;
    this.reloads = reloads;
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
    note(reloads.get(), notes);
    operated.dependencies().operations().forEach(operation -> note(operation, notes));
    JsonObject json =
        new JsonObject()
            .put("status", draining ? "not ready" : "ready")
            .put("issues", issues)
            .put("notes", notes);
    return AdminReply.json(draining ? 503 : 200, json);
  }

  /** The gateway works with the settings that it has. */
  private static void note(ReloadStatus status, JsonArray notes) {
    status.errors().forEach(error -> notes.add("The settings could not be reloaded: " + error));
    status.needRestart().forEach(notes::add);
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
