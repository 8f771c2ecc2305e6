// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.config.Durations;
import io.switchgear.core.Assessment;
import io.switchgear.http.HttpReading;
import io.switchgear.http.HttpRow;
import io.switchgear.http.Retryable;
import io.switchgear.lab.report.JsonText;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** A reading in words. */
record Explanation(String profile, HttpReading reading) {
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "profile", profile);
    line(text, "matched", reading.row().map(HttpRow::toString).orElse(reading.rule()));
    reading.row().flatMap(HttpRow::note).ifPresent(note -> line(text, "", note));
    reading.row().flatMap(HttpRow::source).ifPresent(source -> line(text, "source", source));
    line(text, "verdict", verdict());
    line(text, "scope", scope());
    line(text, "retry", retry());
    line(text, "not before", notBefore());
    line(text, "circuit", circuit());
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("%-11s %s%n".formatted(name, Errors.oneLine(value)));
  }

  private String verdict() {
    Assessment assessment = reading.assessment();
    return word(assessment.verdict()) + (assessment.isHold() ? ", a hold" : "");
  }

  private String scope() {
    return switch (reading.scope()) {
      case CALL -> "this call alone";
      case OPERATION -> "calls of this operation";
      case CREDENTIAL -> "calls with this credential";
      case TENANT -> "calls for this tenant";
      case DEPENDENCY -> "all calls to the dependency";
    };
  }

  private String retry() {
    return switch (reading.retryable()) {
      case YES -> "yes, whatever the call does";
      case IDEMPOTENT_ONLY -> "only if it does no harm twice";
      case NO -> "no";
    };
  }

  private String notBefore() {
    return reading
        .notBefore()
        .map(
            wait ->
                Durations.format(wait) + reading.waitSource().map(" (%s)"::formatted).orElse(""))
        .orElse("not known");
  }

  /** What a circuit with the default settings makes of it. */
  private String circuit() {
    Assessment told = reading.forOthers();
    return switch (told.verdict()) {
      case SUCCESS -> "counts a success";
      case FAILURE -> "counts a failure";
      case IGNORED -> "counts nothing";
      case THROTTLED -> throttled(told);
    };
  }

  private static String throttled(Assessment told) {
    String unlessTrip = "; with 'throttled: trip' it counts a failure";
    String wait = told.retryAfter().map(Durations::format).orElse("");
    if (told.isHold()) {
      return "is held: no calls for "
          + (wait.isEmpty() ? "1h, or as 'holdFor' says" : wait)
          + unlessTrip;
    }
    return (wait.isEmpty() ? "counts nothing, since no wait is known" : "no calls for " + wait)
        + unlessTrip;
  }

  String json() {
    return JsonText.of(
        json -> {
          json.writeStartObject();
          json.writeStringField("profile", profile);
          json.writeStringField("matched", reading.rule());
          json.writeStringField("note", reading.row().flatMap(HttpRow::note).orElse(null));
          json.writeStringField("source", reading.row().flatMap(HttpRow::source).orElse(null));
          json.writeStringField("verdict", word(reading.assessment().verdict()));
          json.writeBooleanField("hold", reading.assessment().isHold());
          json.writeStringField("scope", word(reading.scope()));
          json.writeStringField("retry", retryWord(reading.retryable()));
          json.writeFieldName("notBeforeMs");
          Duration wait = reading.notBefore().orElse(null);
          if (wait == null) {
            json.writeNull();
          } else {
            json.writeNumber(Math.max(1, wait.toMillis()));
          }
          json.writeStringField("waitSource", reading.waitSource().orElse(null));
          json.writeStringField("circuit", circuit());
          json.writeEndObject();
        });
  }

  static String json(Set<String> names) {
    return JsonText.of(
        json -> {
          json.writeStartArray();
          for (String name : names) {
            json.writeString(name);
          }
          json.writeEndArray();
        });
  }

  private static String retryWord(Retryable retryable) {
    return retryable == Retryable.IDEMPOTENT_ONLY ? "idempotent" : word(retryable);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
