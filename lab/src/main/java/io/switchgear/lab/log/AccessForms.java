// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The forms that access logs usually have. */
final class AccessForms {
  private static final String COMMON =
      "$remote_addr $remote_ident $remote_user [$time_local] \"$request\" $status $body_bytes_sent";
  private static final String COMBINED = COMMON + " \"$http_referer\" \"$http_user_agent\"";
  private static final String FORWARDED = COMBINED + " \"$http_x_forwarded_for\"";

  /** Of the forms that fit equally many lines, an earlier one is taken. */
  private static final List<AccessPattern> ALL =
      Stream.of(
              // ingress-nginx
              COMBINED
                  + " $request_length $request_time [$proxy_upstream_name]"
                  + " [$proxy_alternative_upstream_name] $upstream_addr $upstream_response_length"
                  + " $upstream_response_time $upstream_status $req_id",
              FORWARDED
                  + " rt=$request_time uct=\"$upstream_connect_time\""
                  + " uht=\"$upstream_header_time\" urt=\"$upstream_response_time\"",
              COMBINED
                  + " rt=$request_time uct=\"$upstream_connect_time\""
                  + " uht=\"$upstream_header_time\" urt=\"$upstream_response_time\"",
              COMBINED
                  + " rt=$request_time uct=$upstream_connect_time"
                  + " uht=$upstream_header_time urt=$upstream_response_time",
              FORWARDED + " $request_time $upstream_response_time",
              COMBINED + " $request_time $upstream_response_time $upstream_status",
              COMBINED + " $request_time $upstream_response_time $pipe",
              COMBINED + " $request_time $upstream_response_time",
              COMBINED + " \"$request_time\" \"$upstream_response_time\"",
              COMBINED + " $" + AccessPattern.REQUEST_MICROS,
              COMBINED + " $request_time",
              FORWARDED,
              COMBINED,
              "$host:$server_port " + COMBINED,
              COMMON + " $" + AccessPattern.REQUEST_MICROS,
              COMMON + " $request_time",
              COMMON)
          .map(AccessPattern::of)
          .toList();

  private AccessForms() {}

  /** The form that most of the lines have, if any line has one. */
  static Optional<AccessPattern> find(List<String> lines, LogOptions options) {
    return ALL.stream()
        .map(form -> new Fit(form, fitting(form, lines, options)))
        .filter(fit -> fit.lines() > 0)
        // The first of several that fit best.
        .max(Comparator.comparingLong(Fit::lines).thenComparingInt(fit -> -ALL.indexOf(fit.form())))
        .map(Fit::form);
  }

  private static long fitting(AccessPattern form, List<String> lines, LogOptions options) {
    AccessParser parser = new AccessParser(form, options);
    return lines.stream().filter(line -> Probe.reads(parser, line)).count();
  }

  private record Fit(AccessPattern form, long lines) {}
}
