// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form of the lines of an access log, written as nginx's {@code log_format} is: text as it
 * stands in each line, and variables. A value ends where the text after its variable begins; in
 * quotes, behind a backslash it doesn't.
 *
 * <p><b>Thread safety:</b> immutable.
 */
final class AccessPattern {
  /** Not a variable of nginx: Apache's {@code %D}, the duration in microseconds. */
  static final String REQUEST_MICROS = "request_micros";

  private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+))");
  private static final Set<String> TIMES = Set.of("time_local", "time_iso8601", "msec");

  /** What stands before, between and after the variables: one more than there are variables. */
  private final List<String> texts;

  private final List<String> variables;

  private AccessPattern(List<String> texts, List<String> variables) {
    this.texts = List.copyOf(texts);
    this.variables = List.copyOf(variables);
  }

  static AccessPattern of(String format) {
    List<String> texts = new ArrayList<>();
    List<String> variables = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(format);
    int end = 0;
    while (matcher.find()) {
      texts.add(format.substring(end, matcher.start()));
      variables.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
      end = matcher.end();
    }
    texts.add(format.substring(end));
    AccessPattern pattern = new AccessPattern(texts, variables);
    pattern.check();
    return pattern;
  }

  private void check() {
    if (variables.stream().noneMatch(TIMES::contains)) {
      throw new IllegalArgumentException(
          "a log format needs $time_local, $time_iso8601 or $msec to tell when calls were");
    }
    if (!variables.contains("status") && !variables.contains("upstream_status")) {
      throw new IllegalArgumentException(
          "a log format needs $status or $upstream_status to tell how calls ended");
    }
    for (int i = 1; i < variables.size(); i++) {
      if (texts.get(i).isEmpty()) {
        throw new IllegalArgumentException(
            "a log format needs something between $%s and $%s"
                .formatted(variables.get(i - 1), variables.get(i)));
      }
    }
  }

  List<String> variables() {
    return variables;
  }

  /**
   * Takes a line apart.
   *
   * @param values takes the values, one for each variable
   * @return whether the line has this form
   */
  boolean match(String line, String[] values) {
    String before = texts.get(0);
    if (!line.startsWith(before)) {
      return false;
    }
    int position = before.length();
    for (int i = 0; i < values.length; i++) {
      String after = texts.get(i + 1);
      int end = end(line, position, i, after);
      if (end < 0) {
        return false;
      }
      values[i] = line.substring(position, end);
      position = end + after.length();
    }
    return position == line.length();
  }

  /** Where a value ends; negative when the text after it doesn't come. */
  private int end(String line, int position, int variable, String after) {
    String name = variables.get(variable);
    if (after.isEmpty()) {
      boolean mayHaveSpaces = name.startsWith("upstream_") || name.startsWith("http_");
      return mayHaveSpaces || line.indexOf(' ', position) < 0 ? line.length() : -1;
    }
    if (after.charAt(0) == '"') {
      return endOfQuoted(line, position, after);
    }
    int end = line.indexOf(after, position);
    if (name.startsWith("upstream_")) {
      // Several upstreams were tried: their values are in one place, with commas or colons between.
      while (end > position && isWithinList(line, end)) {
        end = line.indexOf(after, end + 1);
      }
    }
    return end;
  }

  private static boolean isWithinList(String line, int space) {
    char before = line.charAt(space - 1);
    boolean colonFollows = space + 2 < line.length() && line.startsWith(": ", space + 1);
    return line.charAt(space) == ' ' && (before == ',' || before == ':' || colonFollows);
  }

  private static int endOfQuoted(String line, int position, String after) {
    int end = line.indexOf(after, position);
    while (end > position && isEscaped(line, position, end)) {
      end = line.indexOf(after, end + 1);
    }
    return end;
  }

  private static boolean isEscaped(String line, int from, int quote) {
    int backslashes = 0;
    for (int i = quote - 1; i >= from && line.charAt(i) == '\\'; i--) {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
