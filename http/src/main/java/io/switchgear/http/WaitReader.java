// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Adds the wait to a reading.
 *
 * <p>A throttled call's wait is never cut: what is longer than a caller may wait in line makes it a
 * hold with the full time. Only a wait that the response itself names does so; a default of the
 * profile was chosen by somebody who knew whether it is one. A failure's wait is cut to what is
 * believed: it is the dependency's guess, and a trial call costs little.
 *
 * @param standard reads the standard headers
 * @param inLineCap the longest wait that isn't a hold
 */
record WaitReader(RetryAfterReader standard, Duration inLineCap) {

  HttpReading add(HttpReading reading, ResponseHead head, BodyValues body) {
    boolean wanted =
        switch (reading.assessment().verdict()) {
          case SUCCESS -> false;
          case IGNORED -> reading.retryable() != Retryable.NO;
          case FAILURE, THROTTLED -> true;
        };
    if (!wanted) {
      return reading;
    }
    Instant now = standard.clockOf(head);
    Optional<Found> asked = asked(reading, head, body, now);
    if (asked.isPresent()) {
      Assessment assessment = assessment(reading.assessment(), asked.get().time());
      return reading.with(assessment, asked.get().source());
    }
    Optional<DefaultWait> byDefault =
        reading.row().flatMap(row -> Optional.ofNullable(row.meaning().defaultWait()));
    return byDefault
        .map(it -> reading.with(reading.assessment().retryAfter(it.from(now)), "the profile"))
        .orElse(reading);
  }

  private Assessment assessment(Assessment plain, Duration wait) {
    if (plain.verdict() == Verdict.FAILURE) {
      return plain.retryAfter(standard.cut(wait));
    }
    boolean tooLong = plain.verdict() == Verdict.THROTTLED && wait.compareTo(inLineCap) > 0;
    return (tooLong ? Assessment.hold() : plain).retryAfter(wait);
  }

  private static Optional<Found> asked(
      HttpReading reading, ResponseHead head, BodyValues body, Instant now) {
    List<WaitHint> hints = reading.row().map(row -> row.meaning().hints()).orElse(List.of());
    boolean otherForm =
        hints.stream().anyMatch(hint -> hint.isHeader(RetryAfterReader.RETRY_AFTER));
    Optional<Found> longest =
        otherForm
            ? Optional.empty()
            : RetryAfterReader.asked(head, now)
                .map(wait -> new Found(wait, "header " + RetryAfterReader.RETRY_AFTER));
    for (WaitHint hint : hints) {
      if (!hint.isFallback()) {
        longest = longer(longest, hint, hint.read(head, body, now));
      }
    }
    if (longest.isPresent()) {
      return longest;
    }
    for (WaitHint hint : hints) {
      if (hint.isFallback()) {
        longest = longer(longest, hint, hint.read(head, body, now));
      }
    }
    return longest;
  }

  private static Optional<Found> longer(
      Optional<Found> longest, WaitHint hint, Optional<Duration> wait) {
    if (wait.isEmpty()) {
      return longest;
    }
    boolean isLonger = longest.isEmpty() || wait.get().compareTo(longest.get().time()) > 0;
    return isLonger ? Optional.of(new Found(wait.get(), hint.toString())) : longest;
  }

  private record Found(Duration time, String source) {}
}
