// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.problem;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem detail of RFC 9457: what went wrong, for programs and for people. It never holds a
 * secret: whoever makes one puts in names and labels only.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Problem {
  /** The content type of a problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private final int status;
  private final ProblemType type;
  private final String title;
  private final String detail;
  private final Map<String, Object> members;

  private Problem(
      int status, ProblemType type, String title, String detail, Map<String, Object> members) {
    this.status = status;
    this.type = type;
    this.title = title;
    this.detail = detail;
    this.members = members;
  }

  /**
   * A problem whose status says what kind it is.
   *
   * @param status the HTTP status
   * @param title the kind of problem in a few words, the same each time
   * @param detail what happened this time, as a sentence
   * @return the problem
   */
  public static Problem of(int status, String title, String detail) {
    return of(status, ProblemType.BLANK, title, detail);
  }

  /**
   * A problem of a registered type.
   *
   * @param status the HTTP status
   * @param type the type
   * @param title the kind of problem in a few words, the same each time
   * @param detail what happened this time, as a sentence
   * @return the problem
   */
  public static Problem of(int status, ProblemType type, String title, String detail) {
    return new Problem(status, type, title, detail, Map.of());
  }

  /**
   * The same problem with one more member.
   *
   * @param name the member's name in JSON
   * @param value a string, a number or a truth value
   * @return a copy with it
   */
  public Problem with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Problem(status, type, title, detail, more);
  }

  /**
   * The HTTP status.
   *
   * @return the number
   */
  public int status() {
    return status;
  }

  /**
   * The problem as JSON text.
   *
   * @return one object in UTF-8
   */
  public Buffer toBuffer() {
    JsonObject json = new JsonObject();
    json.put("type", type.uri()).put("title", title).put("status", status).put("detail", detail);
    members.forEach(json::put);
    return json.toBuffer();
  }

  @Override
  public String toString() {
    return status + " " + title + ": " + detail;
  }
}
