// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import io.switchgear.lab.log.LoggedCall.Request;
import io.switchgear.lab.log.LoggedCall.Result;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes calls of records that have names for their values: JSON and CSV. */
final class FieldReader {
  private static final Set<String> STAMPED_AT_THE_END =
      Set.of("end", "end_time", "endtime", "time_local", "time_iso8601", "msec", "ts");
  private static final Set<String> IN_SECONDS =
      Set.of("request_time", "upstream_response_time", "duration_s", "duration_seconds");
  private static final Set<String> NOTHING = Set.of("", "-", "null", "none", "N/A");

  private final LogOptions options;
  private final Dates dates;

  FieldReader(LogOptions options) {
    this.options = options;
    this.dates = new Dates(options.zone());
  }

  /** Whether a record has what a call needs. */
  boolean canRead(FieldValues values) {
    return name(Field.TIME, values) != null
        && (name(Field.STATUS, values) != null || name(Field.ERROR, values) != null);
  }

  LoggedCall read(FieldValues values) throws MalformedException {
    String timeName = name(Field.TIME, values);
    if (timeName == null) {
      throw new MalformedException("no time");
    }
    long stampNanos = timeNanos(timeName, text(values.get(timeName)));
    long durationNanos = durationNanos(values, timeName);
    Stamp stamp = options.stamp().orElseGet(() -> usualStamp(timeName));
    return new LoggedCall(
        stamp.startNanos(stampNanos, durationNanos),
        durationNanos,
        request(values),
        result(values));
  }

  /** The name under which a record has a field; null when it has none. */
  private @Nullable String name(Field field, FieldValues values) {
    Optional<String> given = options.field(field);
    if (given.isPresent()) {
      return values.get(given.get()) == null ? null : given.get();
    }
    for (String name : field.usualNames()) {
      if (values.get(name) != null) {
        return name;
      }
    }
    return null;
  }

  private String value(Field field, FieldValues values) {
    String name = name(field, values);
    return name == null ? "" : text(values.get(name));
  }

  private static String text(@Nullable String value) {
    String text = value == null ? "" : value.strip();
    return NOTHING.contains(text) ? "" : text;
  }

  private long timeNanos(String name, String text) throws MalformedException {
    String lower = name.toLowerCase(Locale.ROOT);
    if (isNumber(text)) {
      if (lower.equals("msec")) {
        return Numbers.epochNanos(text, TimeUnit.SECONDS);
      }
      if (lower.endsWith("_ms") || name.equals("timeStamp")) {
        return Numbers.epochNanos(text, TimeUnit.MILLISECONDS);
      }
    }
    return dates.anyNanos(text);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
  }

  private static Stamp usualStamp(String timeName) {
    boolean end = STAMPED_AT_THE_END.contains(timeName.toLowerCase(Locale.ROOT));
    return end ? Stamp.END : Stamp.START;
  }

  private long durationNanos(FieldValues values, String timeName) throws MalformedException {
    String name = name(Field.DURATION, values);
    String text = name == null ? "" : text(values.get(name));
    if (name == null || text.isEmpty()) {
      return LoggedCall.UNKNOWN;
    }
    TimeUnit unit = options.durationUnit().orElseGet(() -> usualUnit(name, timeName));
    long together = 0;
    for (String part : text.split(", | : ", -1)) {
      long more = NOTHING.contains(part) ? 0 : Numbers.durationNanos(part, unit);
      together = Numbers.sum(together, more);
    }
    return together;
  }

  private static TimeUnit usualUnit(String name, String timeName) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith("_us") || lower.endsWith("_micros")) {
      return TimeUnit.MICROSECONDS;
    }
    // Traefik writes Duration in nanoseconds, Caddy duration in seconds beside its ts.
    if (lower.endsWith("_ns") || name.equals("Duration")) {
      return TimeUnit.NANOSECONDS;
    }
    boolean caddy = name.equals("duration") && timeName.equals("ts");
    return caddy || IN_SECONDS.contains(lower) ? TimeUnit.SECONDS : TimeUnit.MILLISECONDS;
  }

  private Request request(FieldValues values) {
    RequestLine line = RequestLine.of(value(Field.PATH, values));
    String method = value(Field.METHOD, values);
    String target = value(Field.TARGET, values);
    return new Request(
        target.isEmpty() ? line.host() : target,
        method.isEmpty() ? line.method() : method,
        line.path(),
        value(Field.KEY, values));
  }

  private Result result(FieldValues values) throws MalformedException {
    String statusName = name(Field.STATUS, values);
    String text = statusName == null ? "" : text(values.get(statusName));
    int status = Numbers.status(lastOf(text));
    if (status > 0) {
      return Result.answered(status);
    }
    String error = value(Field.ERROR, values);
    boolean none = text.isEmpty() || text.equals("0") || text.equals("000") || text.equals("-1");
    if (none && statusName == null && error.isEmpty()) {
      throw new MalformedException("neither a status nor an error");
    }
    if (!none && isNumber(text)) {
      throw new MalformedException("a status isn't one");
    }
    return Failures.of(error.isEmpty() ? text : error);
  }

  /** Of several upstreams' statuses, that of the answer. */
  private static String lastOf(String text) {
    int comma = Math.max(text.lastIndexOf(", "), text.lastIndexOf(": "));
    return comma < 0 ? text : text.substring(comma + 2);
  }
}
