// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Result;
import java.util.List;
import java.util.Locale;

/** Calls without a status, by the words that the log has for them. */
final class Failures {
  private static final List<String> NOT_SENT =
      List.of(
          "connectexception",
          "connecttimeout",
          "connection refused",
          "econnrefused",
          "unknownhost",
          "unresolved",
          "enotfound",
          "noroutetohost",
          "no route to host",
          "sslhandshake",
          "tls handshake");

  private static final List<String> CANCELED = List.of("cancel", "client closed", "client abort");
  private static final int LONGEST = 200;

  private Failures() {}

  static Result of(String error) {
    String words = error.strip();
    String text = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
    String lower = text.toLowerCase(Locale.ROOT);
    Ending ending = Ending.NO_ANSWER;
    if (NOT_SENT.stream().anyMatch(lower::contains)) {
      ending = Ending.NOT_SENT;
    } else if (CANCELED.stream().anyMatch(lower::contains)) {
      ending = Ending.CANCELED;
    }
    return Result.without(ending, text);
  }
}
