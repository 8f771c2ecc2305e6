// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the format of a log out from its beginning. */
final class Detection {
  /** How much of a log is looked at. */
  static final int HEAD_LENGTH = 1 << 16;

  private static final int LINES = 200;
  private static final Pattern HAR = Pattern.compile("\\s*\\{\\s*\"log\"\\s*:.*", Pattern.DOTALL);

  private final List<String> lines;
  private final String head;
  private final LogOptions options;

  private Detection(String head, LogOptions options) {
    this.head = head;
    this.options = options;
    this.lines = lines(head);
  }

  /**
   * The format and a parser for it.
   *
   * @throws LogException when it can't be told
   */
  static Detected of(String head, LogOptions options) {
    Detection detection = new Detection(head, options);
    LogFormat format =
        options
            .format()
            .or(detection::format)
            .orElseThrow(
                () ->
                    new LogException(
                        "the first lines are of no format that is known; --input-format names one"
                            + " of "
                            + String.join(", ", LogFormat.ids())
                            + ", --log-format says what nginx has as its log_format"));
    return new Detected(format, detection.parser(format));
  }

  private static List<String> lines(String head) {
    // The last line may be cut.
    int end = head.length() < HEAD_LENGTH ? head.length() : head.lastIndexOf('\n') + 1;
    List<String> lines = new ArrayList<>();
    head.substring(0, Math.max(0, end))
        .lines()
        .filter(line -> !line.isBlank())
        .limit(LINES)
        .forEach(lines::add);
    return lines;
  }

  private Optional<LogFormat> format() {
    if (HAR.matcher(head).matches()) {
      return Optional.of(LogFormat.HAR);
    }
    if (reads(new HaproxyParser(options))) {
      return Optional.of(LogFormat.HAPROXY);
    }
    if (reads(new JsonLineParser(options))) {
      return Optional.of(LogFormat.JSON);
    }
    if (!lines.isEmpty() && CsvParser.isHeader(lines.get(0), options)) {
      return Optional.of(LogFormat.CSV);
    }
    return AccessForms.find(lines, options).map(form -> LogFormat.ACCESS);
  }

  private boolean reads(CallParser.LineParser parser) {
    return lines.stream().anyMatch(line -> Probe.reads(parser, line));
  }

  private CallParser parser(LogFormat format) {
    return switch (format) {
      case ACCESS -> CallParser.ofLines(new AccessParser(pattern(), options));
      case HAPROXY -> CallParser.ofLines(new HaproxyParser(options));
      case JSON -> CallParser.ofLines(new JsonLineParser(options));
      case CSV -> new CsvParser(options);
      case HAR -> new HarParser(options);
    };
  }

  private AccessPattern pattern() {
    return options
        .pattern()
        .or(() -> AccessForms.find(lines, options))
        .orElseThrow(
            () ->
                new LogException(
                    "the first lines have none of the usual forms of access logs; --log-format"
                        + " says what nginx has as its log_format"));
  }

  /**
   * What was found out.
   *
   * @param format the format
   * @param parser a parser for logs that begin like this one
   */
  record Detected(LogFormat format, CallParser parser) {}
}
