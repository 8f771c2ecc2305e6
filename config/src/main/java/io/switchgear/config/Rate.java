// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** So many calls in a time: {@code 200/min}, {@code 10/s}, {@code 100/5m}. */
record Rate(int limit, Duration per) {
  static final Pattern FORM = Pattern.compile("(?<limit>[0-9]{1,9})/(?<per>[0-9a-z]+)");

  private static final Pattern UNIT = Pattern.compile("ms|s|m|h|d");

  static Optional<Rate> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int limit = Integer.parseInt(matcher.group("limit"));
    String per = matcher.group("per").equals("min") ? "m" : matcher.group("per");
    String time = UNIT.matcher(per).matches() ? "1" + per : per;
    return Durations.parse(time).map(duration -> new Rate(limit, duration));
  }
}
