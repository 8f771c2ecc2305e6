// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.config.ConfigError;
import io.switchgear.config.ConfigException;
import io.switchgear.gateway.problem.Problem;
import io.switchgear.gateway.reload.NoSourceException;
import io.switchgear.gateway.reload.ReloadReport;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** What came of a reload. */
final class ReloadJson {
  private ReloadJson() {}

  static AdminReply done(ReloadReport report) {
    return AdminReply.json(200, of(report));
  }

  static JsonObject of(ReloadReport report) {
    return new JsonObject()
        .put("added", new JsonArray(report.added()))
        .put("removed", new JsonArray(report.removed()))
        .put("needRestart", new JsonArray(report.needRestart()));
  }

  static AdminReply failed(Throwable error) {
    if (error instanceof ConfigException wrong) {
      JsonArray errors = new JsonArray();
      wrong.errors().forEach(it -> errors.add(json(it)));
      return AdminReply.problem(
          Problem.of(
                  422,
                  "The settings can't be used",
                  "Nothing has changed. " + wrong.errors().get(0))
              .with("errors", errors));
    }
    if (error instanceof NoSourceException) {
      return AdminReply.problem(
          Problem.of(409, "Nothing to reload", "The gateway doesn't run with a settings file."));
    }
    return AdminReply.problem(Problem.of(500, "Internal error", "The log says more."));
  }

  private static JsonObject json(ConfigError error) {
    JsonObject json = new JsonObject().put("file", error.file());
    if (error.line() > 0) {
      json.put("line", error.line()).put("column", error.column());
    }
    return json.put("message", error.message());
  }
}
