// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.config.Nearest;
import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.log.Field;
import io.switchgear.lab.log.LogFormat;
import io.switchgear.lab.log.LogOptions;
import io.switchgear.lab.log.Stamp;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The log that a command reads, and how it is to be read. */
final class LogFlags {
  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "s", TimeUnit.SECONDS,
          "ms", TimeUnit.MILLISECONDS,
          "us", TimeUnit.MICROSECONDS,
          "ns", TimeUnit.NANOSECONDS);

  @Parameters(
      paramLabel = "LOG",
      description = "The log, compressed with gzip or not. Its format is found out.")
  private Path log = Path.of("");

  @Option(
      names = "--input-format",
      paramLabel = "NAME",
      description =
          "access (common, combined, nginx), haproxy, json (a line each), csv (also JMeter's) or"
              + " har. Default: found out.")
  private @Nullable String inputFormat;

  @Option(
      names = "--log-format",
      paramLabel = "'FORM'",
      description =
          "What nginx has as its log_format, such as '[$time_local] $status $request_time'."
              + " Default: the usual forms are tried.")
  private @Nullable String logFormat;

  @Option(
      names = "--field",
      paramLabel = "FIELD=NAME",
      description =
          "What json or csv calls a field: time, duration, target, method, path, status, error or"
              + " key; in json with dots for inner objects; may be repeated. Default: usual names"
              + " are tried.")
  private List<String> fields = new ArrayList<>();

  @Option(
      names = "--stamp",
      paramLabel = "MOMENT",
      description =
          "Whether the time in the log is the start or the end of a call. Default: as the format"
              + " has it; in json and csv the start, unless the name says end.")
  private @Nullable String stamp;

  @Option(
      names = "--duration-unit",
      paramLabel = "UNIT",
      description =
          "The unit of durations in json and csv: s, ms, us or ns. Default: as the name says, else"
              + " ms.")
  private @Nullable String durationUnit;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "The zone of times without one, such as Europe/Berlin. Default: UTC.")
  private @Nullable String zone;

  /**
   * The log.
   *
   * @throws CommandFailedException naming the first option that is wrong
   */
  CallLog log() {
    return CallLog.of(log, options());
  }

  private LogOptions options() {
    LogOptions options = LogOptions.automatic();
    if (inputFormat != null) {
      options = options.format(LogFormat.of(inputFormat).orElseThrow(this::unknownFormat));
    }
    if (logFormat != null) {
      options = pattern(options, logFormat);
    }
    for (String field : fields) {
      options = field(options, field);
    }
    if (stamp != null) {
      options = options.stamp(stamp(stamp));
    }
    if (durationUnit != null) {
      TimeUnit unit = UNITS.get(durationUnit);
      if (unit == null) {
        throw failed("--duration-unit must be s, ms, us or ns, but is '" + durationUnit + "'");
      }
      options = options.durationUnit(unit);
    }
    return zone == null ? options : options.zone(zone(zone));
  }

  private CommandFailedException unknownFormat() {
    return failed("--input-format " + oneOf(LogFormat.ids(), String.valueOf(inputFormat)));
  }

  private static LogOptions pattern(LogOptions options, String form) {
    try {
      return options.pattern(form);
    } catch (IllegalArgumentException e) {
      throw failed("--log-format: " + e.getMessage());
    }
  }

  private static LogOptions field(LogOptions options, String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw failed("--field must be such as status=code, but is '" + text + "'");
    }
    String name = text.substring(0, equals);
    Field field =
        Field.of(name).orElseThrow(() -> failed("--field: FIELD " + oneOf(Field.ids(), name)));
    return options.field(field, text.substring(equals + 1));
  }

  private static Stamp stamp(String text) {
    return switch (text) {
      case "start" -> Stamp.START;
      case "end" -> Stamp.END;
      default -> throw failed("--stamp must be start or end, but is '" + text + "'");
    };
  }

  private static ZoneId zone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw failed("--zone must be such as UTC or Europe/Berlin: " + e.getMessage());
    }
  }

  private static String oneOf(Collection<String> choices, String text) {
    return "must be one of "
        + String.join(", ", choices)
        + ", but is '"
        + text
        + "'"
        + Nearest.to(text, choices).map("; did you mean '%s'?"::formatted).orElse("");
  }

  private static CommandFailedException failed(String line) {
    return new CommandFailedException(line);
  }
}
