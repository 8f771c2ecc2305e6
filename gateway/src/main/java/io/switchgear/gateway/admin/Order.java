// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.circuitbreaker.Directive;
import io.switchgear.config.Durations;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * An operator's order as it comes in.
 *
 * @param key the key that it concerns, as itself or by its label; empty for the whole dependency
 * @param directive who orders it, why, for how long
 */
record Order(Optional<String> key, Directive directive) {
  private static final Set<String> MEMBERS = Set.of("key", "reason", "by", "for");
  private static final int MAX_TEXT = 200;

  /** Reads an order; the type of the body is checked since no web page may send JSON unasked. */
  static Order read(AdminCall call) throws AdminException {
    String type = call.contentType() == null ? "" : call.contentType().toLowerCase(Locale.ROOT);
    String media = type.split(";", 2)[0].strip();
    if (!media.equals("application/json")) {
      throw new AdminException(
          415, "Unsupported media type", "The body must be JSON: Content-Type: application/json.");
    }
    JsonObject json = parse(call);
    for (String member : json.fieldNames()) {
      if (!MEMBERS.contains(member)) {
        throw AdminException.badRequest(
            "The body has an unknown member; valid are key, reason, by, for.");
      }
    }
    return new Order(text(json, "key"), directive(json));
  }

  private static JsonObject parse(AdminCall call) throws AdminException {
    if (call.body().length() == 0) {
      return new JsonObject();
    }
    try {
      return new JsonObject(call.body());
    } catch (DecodeException | ClassCastException e) {
      throw AdminException.badRequest("The body is no JSON object.", e);
    }
  }

  private static Directive directive(JsonObject json) throws AdminException {
    Directive directive = given(text(json, "by").orElse("admin API"), text(json, "reason"));
    Optional<String> limit = text(json, "for");
    if (limit.isPresent()) {
      directive = directive.forAtMost(duration(limit.get()));
    }
    return directive;
  }

  private static Directive given(String who, Optional<String> reason) throws AdminException {
    try {
      Directive directive = Directive.by(who);
      return reason.map(directive::because).orElse(directive);
    } catch (IllegalArgumentException e) {
      throw AdminException.badRequest(
          "The members 'by' and 'reason' must be one line without control characters.", e);
    }
  }

  private static Duration duration(String text) throws AdminException {
    return Durations.parse(text)
        .filter(duration -> !duration.isZero() && duration.compareTo(Duration.ofDays(366)) <= 0)
        .orElseThrow(
            () ->
                AdminException.badRequest(
                    "The member 'for' must be a duration up to 366 days, such as 30m or 2h."));
  }

  private static Optional<String> text(JsonObject json, String member) throws AdminException {
    Object value = json.getValue(member);
    if (value == null) {
      return Optional.empty();
    }
    boolean valid = value instanceof String text && !text.isBlank() && text.length() <= MAX_TEXT;
    if (!valid) {
      throw AdminException.badRequest(
          "The member '%s' must be text of 1 to %d characters.".formatted(member, MAX_TEXT));
    }
    return Optional.of((String) value);
  }
}
