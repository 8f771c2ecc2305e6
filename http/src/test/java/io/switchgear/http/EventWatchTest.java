// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Verdict;
import org.junit.jupiter.api.Test;

class EventWatchTest {
  private final EventWatch watch = new EventWatch(HttpVerdicts.profile("anthropic"));

  @Test
  void signsOfLife_areNoContent() {
    assertThat(scan(": comment\n\n")).isFalse();
    assertThat(scan("event: ping\ndata: {}\n\n")).isFalse();
    assertThat(scan("\n\n")).isFalse();
    assertThat(watch.hasBegun()).isFalse();
  }

  @Test
  void partOfAnEvent_movesButHasNotBegun() {
    assertThat(scan("data: {")).isTrue();
    assertThat(watch.hasBegun()).isFalse();
    assertThat(scan("}\n\n")).isTrue();
    assertThat(watch.hasBegun()).isTrue();
  }

  @Test
  void end_withItsMarker_isWhole() {
    scan("data: {}\n\nevent: message_stop\ndata: {}\n\n");
    watch.end();

    assertThat(watch.isCut()).isFalse();
    assertThat(watch.error()).isEmpty();
  }

  @Test
  void end_withoutItsMarker_isCut() {
    scan("data: {}\n\n");
    watch.end();

    assertThat(watch.isCut()).isTrue();
  }

  @Test
  void error_isTheFirstOneAndNoCut() {
    scan("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n");
    scan("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\"}}\n\n");
    watch.end();

    assertThat(watch.isCut()).isFalse();
    assertThat(watch.error())
        .hasValueSatisfying(
            error -> assertThat(error.assessment().verdict()).isEqualTo(Verdict.FAILURE));
  }

  private boolean scan(String piece) {
    return watch.scan(piece.getBytes(UTF_8));
  }
}
