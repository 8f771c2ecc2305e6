// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams of the three dialects, event by event. */
class StreamEventsTest {
  private final HttpVerdicts openAi = HttpVerdicts.profile("openai");
  private final HttpVerdicts anthropic = HttpVerdicts.profile("anthropic");
  private final HttpVerdicts gemini = HttpVerdicts.profile("gemini");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "openai | | {\"choices\":[{\"delta\":{\"content\":\"an \\\"error\\\" is a gift\"}}]}",
        "openai | | {\"choices\":[{\"delta\":{\"content\":\"x\"}}],\"error\":null}",
        "openai | response.created | {\"response\":{\"id\":\"r\",\"error\":null}}",
        "openai | | [DONE]",
        "openai | | nonsense with error in it",
        "anthropic | message_start | {\"type\":\"message_start\",\"message\":{}}",
        "anthropic | ping | {\"type\":\"ping\"}",
        "anthropic | content_block_delta | {\"delta\":{\"text\":\"{\\\"error\\\":1}\"}}",
        "anthropic | message_stop | {\"type\":\"message_stop\"}",
        "gemini | | [{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"error\"}]}}]}",
        "gemini | | ,{\"candidates\":[{\"finishReason\":\"STOP\"}]}",
        "gemini | | ]",
        "http | error | {\"error\":1}",
      })
  void readEvent_content_saysNothing(String profile, String event, String data) {
    assertThat(HttpVerdicts.profile(profile).readEvent(event == null ? "" : event, data)).isEmpty();
  }

  @Test
  void readEvent_errorOfOpenAi_isAFailureThatMayBeRepeated() {
    HttpReading reading =
        openAi.readEvent("", "{\"error\":{\"type\":\"server_error\",\"code\":null}}").orElseThrow();

    assertThat(reading.assessment().verdict()).isEqualTo(Verdict.FAILURE);
    assertThat(reading.retryable()).isEqualTo(Retryable.YES);
  }

  @Test
  void readEvent_overloadOfAnthropic_isAFailure() {
    String data = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}";

    assertThat(anthropic.readEvent("error", data).orElseThrow().assessment().verdict())
        .isEqualTo(Verdict.FAILURE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "[%s]", "[%s", ",%s", ", %s", "%s", "%s]",
      })
  void readEvent_errorOfGemini_isFoundInAnyPieceOfTheArray(String form) {
    String error =
        "{\"error\":{\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"retryDelay\":\"7s\"}]}}";

    HttpReading reading = gemini.readEvent("", form.formatted(error)).orElseThrow();

    assertThat(reading.rule()).isEqualTo("stream-rate-limit");
    assertThat(reading.notBefore()).contains(Duration.ofSeconds(7));
  }

  @Test
  void readEvent_dataOverTheBound_isReadAsFarAsThat() {
    String late = "{\"a\":\"" + "x".repeat(70_000) + "\",\"error\":{}}";
    String early = "{\"error\":{},\"a\":\"" + "x".repeat(70_000) + "\"}";

    assertThat(openAi.readEvent("", late)).isEmpty();
    assertThat(openAi.readEvent("", early)).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "openai | | [DONE] | true",
        "openai | | {\"choices\":[]} | false",
        "openai | response.completed | {} | true",
        "openai | response.failed | {} | false",
        "anthropic | message_stop | {} | true",
        "anthropic | message_delta | {} | false",
        "anthropic | | [DONE] | false",
        "gemini | | ,{\"candidates\":[{\"finishReason\":\"STOP\"}]} | true",
        "gemini | | [{\"candidates\":[{\"finishReason\":\"STOP\"}]}] | true",
        "gemini | | {\"candidates\":[{\"finishReason\":null}]} | false",
        "gemini | | {\"candidates\":[{\"text\":\"finishReason\"}]} | false",
      })
  void isStreamEnd_eachDialect_hasItsMarker(
      String profile, String event, String data, boolean end) {
    assertThat(HttpVerdicts.profile(profile).isStreamEnd(event == null ? "" : event, data))
        .isEqualTo(end);
  }

  @Test
  void knowsStreamEnd_isForProfilesWithMarkers() {
    assertThat(openAi.knowsStreamEnd()).isTrue();
    assertThat(HttpVerdicts.profile("http").knowsStreamEnd()).isFalse();
  }
}
