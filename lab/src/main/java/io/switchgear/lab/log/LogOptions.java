// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a log is to be read, where it doesn't say so itself. Begin with {@link #automatic()}; each
 * method gives a copy with one setting changed.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class LogOptions {
  /** How much later than a call of its time a line may stand. */
  static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);

  private final Draft draft;

  private LogOptions(Draft draft) {
    this.draft = draft;
  }

  /**
   * Everything is found out from the log.
   *
   * @return such settings
   */
  public static LogOptions automatic() {
    return new LogOptions(new Draft());
  }

  /**
   * The format. Default: the first lines show it.
   *
   * @param format the format
   * @return a copy with this format
   */
  public LogOptions format(LogFormat format) {
    Draft changed = draft.copy();
    changed.format = Objects.requireNonNull(format, "format");
    return new LogOptions(changed);
  }

  /**
   * What nginx has as its {@code log_format}; the log is then an access log of that form. Default:
   * the usual forms are tried.
   *
   * @param pattern text with variables such as {@code $status}
   * @return a copy with this form
   * @throws IllegalArgumentException when a variable that is needed isn't in it, or two variables
   *     have nothing between them
   */
  public LogOptions pattern(String pattern) {
    Draft changed = draft.copy();
    changed.pattern = AccessPattern.of(pattern);
    changed.format = LogFormat.ACCESS;
    return new LogOptions(changed);
  }

  /**
   * The name under which JSON or CSV has a field. Default: usual names are tried.
   *
   * @param field what it is
   * @param name the name; in JSON with dots for objects in objects
   * @return a copy with this name
   */
  public LogOptions field(Field field, String name) {
    Draft changed = draft.copy();
    changed.fields.put(
        Objects.requireNonNull(field, "field"), Objects.requireNonNull(name, "name"));
    return new LogOptions(changed);
  }

  /**
   * Which moment of a call the time in the log is. Default: what the format, or in JSON and CSV the
   * name of the field, is known for, and else the start.
   *
   * @param stamp the moment
   * @return a copy with this moment
   */
  public LogOptions stamp(Stamp stamp) {
    Draft changed = draft.copy();
    changed.stamp = Objects.requireNonNull(stamp, "stamp");
    return new LogOptions(changed);
  }

  /**
   * The unit of durations in JSON and CSV that have none. Default: what the name of the field says,
   * and else milliseconds.
   *
   * @param unit the unit
   * @return a copy with this unit
   */
  public LogOptions durationUnit(TimeUnit unit) {
    Draft changed = draft.copy();
    changed.durationUnit = Objects.requireNonNull(unit, "unit");
    return new LogOptions(changed);
  }

  /**
   * The zone of times that have none. Default: UTC.
   *
   * @param zone the zone
   * @return a copy with this zone
   */
  public LogOptions zone(ZoneId zone) {
    Draft changed = draft.copy();
    changed.zone = Objects.requireNonNull(zone, "zone");
    return new LogOptions(changed);
  }

  Optional<LogFormat> format() {
    return Optional.ofNullable(draft.format);
  }

  Optional<AccessPattern> pattern() {
    return Optional.ofNullable(draft.pattern);
  }

  Optional<String> field(Field field) {
    return Optional.ofNullable(draft.fields.get(field));
  }

  Optional<Stamp> stamp() {
    return Optional.ofNullable(draft.stamp);
  }

  Optional<TimeUnit> durationUnit() {
    return Optional.ofNullable(draft.durationUnit);
  }

  ZoneId zone() {
    return draft.zone;
  }

  /** The values, which only a copy under way changes. */
  private static final class Draft {
    private @Nullable LogFormat format;
    private @Nullable AccessPattern pattern;
    private final Map<Field, String> fields = new EnumMap<>(Field.class);
    private @Nullable Stamp stamp;
    private @Nullable TimeUnit durationUnit;
    private ZoneId zone = ZoneOffset.UTC;

    private Draft copy() {
      Draft copy = new Draft();
      copy.format = format;
      copy.pattern = pattern;
      copy.fields.putAll(fields);
      copy.stamp = stamp;
      copy.durationUnit = durationUnit;
      copy.zone = zone;
      return copy;
    }
  }
}
