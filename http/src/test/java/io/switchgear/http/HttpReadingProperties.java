// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Verdict;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever a server sends, by whatever profile: it is read, and no wait is zero or negative. */
class HttpReadingProperties {
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\\u00",
          "{\"error\":{",
          "\"code\":",
          "\"message\":\"try again in ",
          "\"details\":[",
          "\"retryDelay\":\"",
          "52s\"",
          "-1",
          "0",
          "1e999",
          "9999999999999",
          "NaN",
          "null",
          "true",
          "\"quota\"",
          "429",
          " seconds",
          "2m",
          "12:00AM GMT",
          "2026-08-30 09:16:13",
          "2026-99-99T99:99:99Z",
          "1372700873",
          "39/40",
          "\0",
          "\ud800",
          "\ufffe",
          "<html>",
          "\n",
          " ",
          "Wed, 21 Oct 2026 07:28:00 GMT");

  private static final List<String> HEADERS =
      List.of(
          "Retry-After",
          "retry-after-ms",
          "Date",
          "x-should-retry",
          "Idempotent-Replayed",
          "X-Business-Use-Case-Usage",
          "x-ratelimit-reset",
          "x-ratelimit-remaining",
          "x-ratelimit-reset-tokens",
          "X-Rate-Limit-Problem",
          "x-amzn-ErrorType",
          "Content-Type");

  private static final int[] STATUSES = {
    -1, 0, 200, 207, 400, 402, 403, 404, 423, 429, 430, 500, 503, 529, 999
  };

  private static final List<HttpVerdicts> ALL =
      HttpProfile.builtInNames().stream()
          .map(HttpVerdicts::profile)
          .map(it -> it.time(new VirtualTime(Instant.parse("2026-08-21T12:40:00Z"))))
          .toList();

  private record Piece(int header, String text) {
    static Piece any(SplittableRandom random) {
      String text =
          random.nextInt(8) == 0
              ? Character.toString(random.nextInt(Character.MAX_VALUE))
              : PIECES.get(random.nextInt(PIECES.size()));
      return new Piece(random.nextInt(HEADERS.size() * 3), text);
    }
  }

  @Test
  void read_anything_isReadWithWaitsAboveZero() {
    SeededSequences.of(Piece::any)
        .maxLength(40)
        .runs(3_000)
        .checkSeeded(HttpReadingProperties::check);
  }

  private static void check(long seed, List<? super Piece> pieces) {
    SplittableRandom random = new SplittableRandom(seed);
    HttpVerdicts verdicts = ALL.get(random.nextInt(ALL.size()));
    FakeHead head = FakeHead.of(STATUSES[random.nextInt(STATUSES.length)]);
    StringBuilder body = new StringBuilder();
    List<HttpReading> readings = new ArrayList<>();
    for (Object any : pieces) {
      Piece piece = (Piece) any;
      if (piece.header() < HEADERS.size()) {
        String name = HEADERS.get(piece.header());
        head = head.with(name, head.header(name).orElse("") + piece.text());
      } else {
        body.append(piece.text());
      }
    }
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }

    verdicts.looksAtBody(head);
    readings.add(verdicts.read(head));
    readings.add(verdicts.read(ResponseSample.of(head, bytes, random.nextBoolean())));
    verdicts.readEvent("error", body.toString()).ifPresent(readings::add);
    verdicts.readEvent("", body.toString()).ifPresent(readings::add);
    verdicts.isStreamEnd("", body.toString());

    assertThat(readings).allSatisfy(HttpReadingProperties::check);
  }

  private static void check(HttpReading reading) {
    assertThat(reading.notBefore().orElse(Duration.ofSeconds(1)))
        .isPositive()
        .isLessThanOrEqualTo(Duration.ofDays(366));
    if (reading.assessment().isHold()) {
      assertThat(reading.retryable()).isEqualTo(Retryable.NO);
    }
    if (reading.assessment().verdict() == Verdict.SUCCESS) {
      assertThat(reading.notBefore()).isEmpty();
    }
  }
}
