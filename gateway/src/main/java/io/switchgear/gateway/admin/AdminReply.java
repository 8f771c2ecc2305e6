// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.gateway.problem.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/**
 * An answer of the admin API.
 *
 * @param status its status
 * @param contentType the type of its body
 * @param body its body
 */
record AdminReply(int status, String contentType, Buffer body) {

  static AdminReply json(int status, JsonObject json) {
    return new AdminReply(status, "application/json", json.toBuffer());
  }

  static AdminReply problem(Problem problem) {
    return new AdminReply(problem.status(), Problem.MEDIA_TYPE, problem.toBuffer());
  }

  static AdminReply metrics(String text) {
    return new AdminReply(200, "text/plain; version=0.0.4; charset=utf-8", Buffer.buffer(text));
  }
}
