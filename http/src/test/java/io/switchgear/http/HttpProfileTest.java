// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpProfileTest {
  private static final HttpRow HOLD =
      HttpRow.named("hold").status(429).code("/error/code", ValueMatch.is("quota", "17")).hold();

  private static final HttpRow DOWN =
      HttpRow.named("down")
          .status(400)
          .header("X-Error", ValueMatch.startsWith("Down"))
          .verdict(Verdict.FAILURE);

  private static HttpVerdicts verdicts(HttpRow... rows) {
    HttpProfile profile = HttpProfile.named("mine");
    for (HttpRow row : rows) {
      profile = profile.row(row);
    }
    return HttpVerdicts.of(profile.extending(HttpProfile.builtIn("http")));
  }

  private static ResponseSample sample(int status, String body) {
    return ResponseSample.of(FakeHead.of(status), body.getBytes(StandardCharsets.UTF_8), false);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"error\":{\"code\":\"quota\"}}', hold",
    "'{\"error\":{\"code\":17}}', hold",
    "'{\"error\":{\"code\":\"17\"}}', hold",
    "'{\"error\":{\"code\":170}}', plain HTTP: 429 is throttled",
    "'{\"error\":{\"code\":[\"quota\"]}}', plain HTTP: 429 is throttled",
    "'{\"error\":\"quota\"}', plain HTTP: 429 is throttled",
    "'<html>quota</html>', plain HTTP: 429 is throttled",
    "'', plain HTTP: 429 is throttled",
  })
  void read_code_decidesByItsValue(String body, String rule) {
    assertThat(verdicts(HOLD).read(sample(429, body)).rule()).isEqualTo(rule);
  }

  @Test
  void read_codeWithoutABody_isLeftAside() {
    assertThat(verdicts(HOLD).read(FakeHead.of(429)).assessment())
        .isEqualTo(Assessment.of(Verdict.THROTTLED));
  }

  @Test
  void read_header_decidesByItsValue() {
    HttpVerdicts verdicts = verdicts(DOWN);

    assertThat(verdicts.assess(FakeHead.of(400).with("x-error", "DownForNow")).verdict())
        .isEqualTo(Verdict.FAILURE);
    assertThat(verdicts.assess(FakeHead.of(400).with("x-error", "Up")).verdict())
        .isEqualTo(Verdict.IGNORED);
    assertThat(verdicts.assess(FakeHead.of(404).with("x-error", "DownForNow")).verdict())
        .isEqualTo(Verdict.IGNORED);
  }

  @Test
  void read_severalRows_theFirstWins() {
    HttpRow any = HttpRow.named("any").statusBetween(400, 499).verdict(Verdict.SUCCESS);

    assertThat(verdicts(HOLD, any).read(sample(429, "{\"error\":{\"code\":\"quota\"}}")).rule())
        .isEqualTo("hold");
    assertThat(verdicts(any, HOLD).read(sample(429, "{\"error\":{\"code\":\"quota\"}}")).rule())
        .isEqualTo("any");
  }

  @Test
  void read_severalConditions_allMustHold() {
    HttpRow row =
        HttpRow.named("both")
            .status(403)
            .header("remaining", ValueMatch.absent())
            .code("/message", ValueMatch.contains("Rate Limit"))
            .code("/code", ValueMatch.between(1, 5))
            .hold();
    HttpVerdicts verdicts = verdicts(row);

    assertThat(verdicts.read(sample(403, "{\"message\":\"RATE limit\",\"code\":5}")).rule())
        .isEqualTo("both");
    assertThat(verdicts.read(sample(403, "{\"message\":\"RATE limit\",\"code\":6}")).rule())
        .isNotEqualTo("both");
    assertThat(verdicts.read(sample(403, "{\"message\":\"no\",\"code\":5}")).rule())
        .isNotEqualTo("both");
  }

  @Test
  void read_jsonInAHeader_isLookedInto() {
    HttpRow row =
        HttpRow.named("json")
            .status(400)
            .headerJson("X-Usage", "/*/*/hot", ValueMatch.is("true"))
            .hold();

    assertThat(
            verdicts(row)
                .read(FakeHead.of(400).with("X-Usage", "{\"7\":[{\"hot\":false},{\"hot\":true}]}"))
                .rule())
        .isEqualTo("json");
    assertThat(verdicts(row).read(FakeHead.of(400).with("X-Usage", "{\"7\":[{")).rule())
        .isNotEqualTo("json");
  }

  @Test
  void read_wholeBody_neednotBeJson() {
    HttpRow row =
        HttpRow.named("soap").status(500).code("", ValueMatch.contains("LimitFault")).hold();

    assertThat(verdicts(row).read(sample(500, "<fault>LIMITFAULT</fault>")).rule())
        .isEqualTo("soap");
  }

  @ParameterizedTest
  @CsvSource({
    "true, YES",
    "false, NO",
    "maybe, IDEMPOTENT_ONLY",
  })
  void read_shouldRetry_beatsTheRow(String wish, Retryable expected) {
    var openAi = FakeHead.of(500).with("x-should-retry", wish);
    var stripe = FakeHead.of(500).with("Stripe-Should-Retry", wish);

    assertThat(verdicts().read(openAi).retryable()).isEqualTo(expected);
    assertThat(verdicts().read(stripe).retryable()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "FAILURE, YES, UNSEEN",
    "FAILURE, IDEMPOTENT_ONLY, BY_VERDICT",
    "FAILURE, NO, USELESS",
    "FAILURE, , BY_VERDICT",
    "THROTTLED, YES, UNSEEN",
    "THROTTLED, , BY_VERDICT",
    "IGNORED, YES, USEFUL",
    "IGNORED, IDEMPOTENT_ONLY, USEFUL",
    "IGNORED, , BY_VERDICT",
  })
  void assess_retryOfTheRow_isWhatRetriesGoBy(
      Verdict verdict, @Nullable Retryable retryable, Repeat expected) {
    HttpRow row = HttpRow.named("x").status(418).verdict(verdict);

    assertThat(
            verdicts(retryable == null ? row : row.retryable(retryable))
                .assess(FakeHead.of(418))
                .repeat())
        .isEqualTo(expected);
  }

  @Test
  void assess_connectionRefused_isUnseen() {
    assertThat(verdicts().assess(new ConnectException("no")).repeat()).isEqualTo(Repeat.UNSEEN);
    assertThat(verdicts().assess(new SocketTimeoutException("late")).repeat())
        .isEqualTo(Repeat.BY_VERDICT);
  }

  @Test
  void read_shouldRetryOfAHold_changesNothing() {
    HttpRow row = HttpRow.named("hold").status(402).hold();

    assertThat(verdicts(row).read(FakeHead.of(402).with("x-should-retry", "true")).retryable())
        .isEqualTo(Retryable.NO);
  }

  @Test
  void read_waitOverTheCap_isNotRetried() {
    assertThat(verdicts().read(FakeHead.of(429).with("Retry-After", "31")).retryable())
        .isEqualTo(Retryable.NO);
    assertThat(verdicts().read(FakeHead.of(429).with("Retry-After", "30")).retryable())
        .isEqualTo(Retryable.YES);
  }

  @ParameterizedTest
  @CsvSource({"500, IGNORED", "429, IGNORED", "400, IGNORED", "200, SUCCESS"})
  void read_replayedAnswer_saysNothing(int status, Verdict expected) {
    HttpReading reading =
        verdicts(HttpRow.named("all").statusBetween(400, 599).verdict(Verdict.FAILURE))
            .read(FakeHead.of(status).with("Idempotent-Replayed", "true"));

    assertThat(reading.assessment().verdict()).isEqualTo(expected);
    assertThat(reading.retryable()).isEqualTo(Retryable.NO);
  }

  @Test
  void read_throwable_isItsKindOfTransportError() {
    HttpVerdicts verdicts = verdicts();

    assertThat(verdicts.read(new CompletionException(new ConnectException("no"))).rule())
        .isEqualTo("not-sent");
    assertThat(verdicts.read(new SocketTimeoutException("late")).rule()).isEqualTo("no-answer");
    assertThat(verdicts.read(new CancellationException()).rule()).isEqualTo("canceled");
    assertThat(verdicts.read(new StackOverflowError()).assessment().verdict())
        .isEqualTo(Verdict.IGNORED);
    assertThat(verdicts.read(TransportError.STREAM_CUT).rule()).isEqualTo("stream-cut");
  }

  @Test
  void read_transportErrorOfAProfileWithoutRows_hasAMeaning() {
    HttpVerdicts bare = HttpVerdicts.of(HttpProfile.named("bare"));

    assertThat(bare.read(TransportError.NO_ANSWER).assessment().verdict())
        .isEqualTo(Verdict.FAILURE);
    assertThat(bare.read(TransportError.CANCELED).assessment().verdict())
        .isEqualTo(Verdict.IGNORED);
  }

  @Test
  void assess_throttledForTheCallAlone_isIgnoredForOthers() {
    HttpRow pair = HttpRow.named("pair").status(400).verdict(Verdict.THROTTLED).scope(Scope.CALL);

    assertThat(verdicts(pair).read(FakeHead.of(400)).assessment().verdict())
        .isEqualTo(Verdict.THROTTLED);
    assertThat(verdicts(pair).assess(FakeHead.of(400).with("Retry-After", "4")))
        .isEqualTo(
            Assessment.of(Verdict.IGNORED).retryAfter(Duration.ofSeconds(4)).repeat(Repeat.USEFUL));
    assertThat(verdicts(pair).assess(FakeHead.of(400).with("Retry-After", "99")))
        .isEqualTo(Assessment.of(Verdict.IGNORED));
  }

  @Test
  void assess_ignoredButRetryable_keepsItsWait() {
    HttpRow busy =
        HttpRow.named("busy").status(409).verdict(Verdict.IGNORED).retryable(Retryable.YES);
    var head = FakeHead.of(409).with("Retry-After", "2");

    assertThat(verdicts(busy).read(head).notBefore()).contains(Duration.ofSeconds(2));
    assertThat(verdicts().read(head).notBefore()).isEmpty();
  }

  @Test
  void assess_jdkResponseWithText_isReadWithItsBody() {
    var response =
        new FakeHttpResponse(429, "Content-Type", "application/json", "{\"error\":{\"code\":17}}");

    assertThat(verdicts(HOLD).assess(response, null)).isEqualTo(Assessment.hold());
    assertThat(verdicts().assess(response, null)).isEqualTo(Assessment.of(Verdict.THROTTLED));
  }

  @ParameterizedTest
  @CsvSource({
    "429, application/json, true",
    "429, application/problem+json; charset=utf-8, true",
    "429, text/html, true",
    "429, application/soap+xml, true",
    "429, text/event-stream, false",
    "429, image/png, false",
    "429, , true",
    "200, application/json, false",
    "500, application/json, false",
    "99, application/json, false",
    "-1, application/json, false",
  })
  void looksAtBody_isByStatusAndContentType(int status, String type, boolean expected) {
    FakeHead head = FakeHead.of(status);

    assertThat(verdicts(HOLD).looksAtBody(type == null ? head : head.with("Content-Type", type)))
        .isEqualTo(expected);
  }

  @Test
  void looksAtBody_isAlsoForAHint() {
    HttpRow row =
        HttpRow.named("hint")
            .status(429)
            .verdict(Verdict.THROTTLED)
            .hint(WaitHint.body("/wait", WaitFormat.SECONDS));

    assertThat(verdicts(row).looksAtBody(FakeHead.of(429))).isTrue();
  }

  @Test
  void extending_rowWithTheSameId_isReplaced() {
    HttpProfile mine =
        HttpProfile.named("mine")
            .row(
                HttpRow.named("no-answer")
                    .transport(TransportError.NO_ANSWER)
                    .verdict(Verdict.IGNORED))
            .extending(HttpProfile.builtIn("http"));

    assertThat(HttpVerdicts.of(mine).read(TransportError.NO_ANSWER).assessment().verdict())
        .isEqualTo(Verdict.IGNORED);
    assertThat(mine.rows()).extracting(HttpRow::id).doesNotHaveDuplicates();
  }

  @Test
  void row_incompleteOrTwice_isRefused() {
    HttpProfile mine = HttpProfile.named("mine").row(HOLD);

    assertThatThrownBy(() -> mine.row(HttpRow.named("x").hold()))
        .hasMessage("row 'x' names no status, transport error or event");
    assertThatThrownBy(() -> mine.row(HttpRow.named("x").status(400)))
        .hasMessage("row 'x' has no verdict");
    assertThatThrownBy(() -> mine.row(HOLD)).hasMessage("there is a row 'hold' already");
  }

  @Test
  void arguments_outOfRange_areRefused() {
    HttpRow row = HttpRow.named("x");

    assertThatThrownBy(() -> row.status(99))
        .hasMessage("a status must be from 100 to 999, but is 99-99");
    assertThatThrownBy(() -> row.statusBetween(500, 499))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> row.code("error", ValueMatch.present()))
        .hasMessage("pointer must be a JSON pointer such as /error/code, but is 'error'");
    assertThatThrownBy(() -> row.header("a b", ValueMatch.present()))
        .hasMessage("'a b' isn't a header's name");
    assertThatThrownBy(() -> row.waitByDefault(Duration.ZERO))
        .hasMessage("wait must be from 1 ms to 366 days, but is PT0S");
    assertThatThrownBy(() -> ValueMatch.is()).hasMessage("there must be at least one text");
    assertThatThrownBy(() -> ValueMatch.between(2, 1))
        .hasMessage("min must be at most 1, but is 2");
    assertThatThrownBy(() -> HttpProfile.named("My"))
        .hasMessage("name must be 1 to 64 small letters, digits and dashes, but is 'My'");
  }

  @Test
  void row_inWords_saysWhatItIsFor() {
    assertThat(HOLD)
        .hasToString("hold: status 429; /error/code is quota or 17 -> THROTTLED (hold)");
    assertThat(DOWN).hasToString("down: status 400; header X-Error begins with Down -> FAILURE");
  }
}
