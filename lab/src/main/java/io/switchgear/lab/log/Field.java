// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a log in JSON or CSV says about a call, with the names under which it is looked for when the
 * user gives none, the likeliest first.
 */
public enum Field {
  /** When it was. */
  TIME(
      "start_epoch_ms",
      "timeStamp",
      "startedDateTime",
      "start_time",
      "startTime",
      "StartUTC",
      "start",
      "end_time",
      "endTime",
      "end",
      "time_iso8601",
      "time_local",
      "msec",
      "@timestamp",
      "timestamp",
      "datetime",
      "time",
      "date",
      "ts"),
  /** How long it took. */
  DURATION(
      "duration_ms",
      "elapsed",
      "elapsed_ms",
      "upstream_response_time",
      "request_time",
      "response_time",
      "response_time_ms",
      "responseTime",
      "latency_ms",
      "latency",
      "duration_s",
      "duration_seconds",
      "duration_us",
      "duration_ns",
      "durationMs",
      "duration",
      "Duration",
      "took"),
  /** Who was called. */
  TARGET(
      "target",
      "upstream_cluster",
      "ServiceName",
      "service",
      "upstream",
      "upstream_addr",
      "host",
      "authority",
      "request.host",
      "RequestHost",
      "server_name"),
  /** The HTTP method. */
  METHOD("method", "request_method", "requestMethod", "RequestMethod", "request.method"),
  /** The path, an address, or the first line of the request. */
  PATH(
      "path",
      "uri",
      "request_uri",
      "url",
      "URL",
      "RequestPath",
      "request.uri",
      "request.url",
      "request",
      "label"),
  /** The status of the answer. */
  STATUS(
      "status",
      "upstream_status",
      "responseCode",
      "response_code",
      "status_code",
      "statusCode",
      "http_status",
      "OriginStatus",
      "DownstreamStatus",
      "response.status",
      "code"),
  /** What went wrong. */
  ERROR("error", "error.message", "error_message", "err", "failureMessage", "exception"),
  /** On whose behalf it was. */
  KEY("key", "tenant", "tenant_id");

  private final List<String> usualNames;

  Field(String... usualNames) {
    this.usualNames = List.of(usualNames);
  }

  List<String> usualNames() {
    return usualNames;
  }

  /**
   * The name as a user writes it.
   *
   * @return in lower case
   */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The field of a name.
   *
   * @param name the name
   * @return the field; empty when there is none of that name
   */
  public static Optional<Field> of(String name) {
    return Arrays.stream(values()).filter(field -> field.id().equals(name)).findFirst();
  }

  /**
   * The names.
   *
   * @return one for each field
   */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Field::id).toList();
  }
}
