// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpVerdictsTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-10-21T07:27:00Z"));
  private final HttpVerdicts verdicts = HttpVerdicts.profile("http").time(time);

  @ParameterizedTest
  @CsvSource({
    "100, SUCCESS",
    "101, SUCCESS",
    "199, SUCCESS",
    "200, SUCCESS",
    "204, SUCCESS",
    "299, SUCCESS",
    "301, SUCCESS",
    "304, SUCCESS",
    "399, SUCCESS",
    "400, IGNORED",
    "401, IGNORED",
    "404, IGNORED",
    "408, IGNORED",
    "428, IGNORED",
    "429, THROTTLED",
    "430, IGNORED",
    "499, IGNORED",
    "500, FAILURE",
    "501, FAILURE",
    "503, FAILURE",
    "520, FAILURE",
    "529, FAILURE",
    "599, FAILURE",
    "600, FAILURE",
    "999, FAILURE",
    "99, FAILURE",
    "0, FAILURE",
    "-1, FAILURE",
    "-429, FAILURE",
  })
  void assess_status_isReadByItsClass(int status, Verdict expected) {
    assertThat(verdicts.assess(FakeHead.of(status))).isEqualTo(Assessment.of(expected));
  }

  @ParameterizedTest
  @CsvSource({"429, THROTTLED", "503, FAILURE", "500, FAILURE"})
  void assess_retryAfter_isKept(int status, Verdict expected) {
    var head = FakeHead.of(status).with("Retry-After", "20");

    assertThat(verdicts.assess(head))
        .isEqualTo(Assessment.of(expected).retryAfter(Duration.ofSeconds(20)));
  }

  @ParameterizedTest
  @CsvSource({"200, SUCCESS", "301, SUCCESS", "403, IGNORED"})
  void assess_retryAfterOfHealthyAnswer_isLeftAside(int status, Verdict expected) {
    var head = FakeHead.of(status).with("Retry-After", "20");

    assertThat(verdicts.assess(head)).isEqualTo(Assessment.of(expected));
  }

  @Test
  void assess_retryAfterDate_countsFromGivenTime() {
    var head = FakeHead.of(429).with("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT");

    assertThat(verdicts.assess(head).retryAfter()).contains(Duration.ofMinutes(1));
  }

  @Test
  void assess_retryAfterOverMaximum_isCut() {
    var head = FakeHead.of(503).with("Retry-After", "7200");

    assertThat(verdicts.maxRetryAfter(Duration.ofHours(1)).assess(head).retryAfter())
        .contains(Duration.ofHours(1));
  }

  @Test
  void assess_longWaitOfThrottledAnswer_isAHoldAndNeverCut() {
    var head = FakeHead.of(429).with("Retry-After", "7200");

    assertThat(verdicts.maxRetryAfter(Duration.ofHours(1)).assess(head))
        .isEqualTo(Assessment.hold().retryAfter(Duration.ofHours(2)));
  }

  @ParameterizedTest
  @CsvSource({"30, false", "30.001, true", "61, true"})
  void assess_throttledAnswer_isAHoldFromTheCapOn(String seconds, boolean hold) {
    var head = FakeHead.of(429).with("Retry-After", seconds);

    assertThat(verdicts.assess(head).isHold()).isEqualTo(hold);
  }

  @Test
  void inLineCap_other_decidesWhatIsAHold() {
    var head = FakeHead.of(429).with("Retry-After", "60");

    assertThat(verdicts.inLineCap(Duration.ofSeconds(60)).assess(head))
        .isEqualTo(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofSeconds(60)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S", "P366DT0.001S"})
  void inLineCap_outOfRange_isRefused(Duration cap) {
    assertThatThrownBy(() -> verdicts.inLineCap(cap))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cap must be from 1 ms to 366 days, but is " + cap);
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new ConnectException("refused"),
        new UnknownHostException("erp.invalid"),
        new SSLHandshakeException("no"),
        new HttpConnectTimeoutException("late"),
        new HttpTimeoutException("late"),
        new SocketTimeoutException("late"),
        new TimeoutException("late"),
        new SocketException("reset"),
        new ClosedChannelException(),
        new IOException("cut"),
        new UncheckedIOException(new IOException("cut")),
        new CompletionException(new IOException("cut")),
        new ExecutionException(new CompletionException(new TimeoutException("late"))));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void assess_noResponse_isFailure(Throwable error) {
    assertThat(verdicts.assess(error).verdict()).isEqualTo(Verdict.FAILURE);
    assertThat(verdicts.assess(null, error)).isEqualTo(verdicts.assess(error));
  }

  static Stream<Throwable> endsByTheCaller() {
    return Stream.of(
        new CancellationException(),
        new CompletionException(new CancellationException()),
        new InterruptedException(),
        new ClosedByInterruptException(),
        new StackOverflowError());
  }

  @ParameterizedTest
  @MethodSource("endsByTheCaller")
  void assess_endByTheCaller_isIgnored(Throwable error) {
    assertThat(verdicts.assess(error)).isEqualTo(Assessment.of(Verdict.IGNORED));
  }

  @Test
  void assess_otherResults_areSuccess() {
    assertThat(verdicts.assess(null, null)).isEqualTo(Assessment.of(Verdict.SUCCESS));
    assertThat(verdicts.assess("text", null)).isEqualTo(Assessment.of(Verdict.SUCCESS));
  }

  @Test
  void assess_jdkResponse_isReadWithHeadersInAnyCase() {
    var response = new FakeHttpResponse(429, "RETRY-after", "20", "");

    assertThat(verdicts.assess(response, null))
        .isEqualTo(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofSeconds(20)));
  }

  @Test
  void verdicts_inBreaker_tripIt() {
    CircuitBreaker breaker =
        CircuitBreaker.named("erp")
            .time(time)
            .verdicts(verdicts)
            .coolDown(Duration.ofSeconds(9))
            .build();

    for (int i = 0; i < 5; i++) {
      breaker.call(() -> FakeHead.of(500));
    }

    assertThat(breaker.state()).hasToString("OPEN");
  }

  @Test
  void profile_unknown_listsTheKnown() {
    assertThatThrownBy(() -> HttpVerdicts.profile("htp"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("profile must be one of [")
        .hasMessageEndingWith("], but is 'htp'");
  }
}
