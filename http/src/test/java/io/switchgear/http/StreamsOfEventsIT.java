// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static io.switchgear.http.ResilientHttpClientIT.get;
import static io.switchgear.http.ResilientHttpClientIT.policies;
import static io.switchgear.http.ResilientHttpClientIT.retries;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Verdict;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Streams of events that fail under a status of 200. */
class StreamsOfEventsIT {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String OVERLOADED =
      "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n";
  private static final String CONTENT =
      "event: content_block_delta\ndata: {\"type\":\"content_block_delta\"}\n\n";
  private static final String STOP = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
  private static final String END = "0\r\n\r\n";

  @Test
  void errorAsFirstEvent_isRetriedAndNobodySeesIt() throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(HEAD).chunk(": hello\n\n");
              line.chunk(request.number() == 1 ? OVERLOADED : CONTENT + STOP).write(END);
            })) {
      HttpAnswer<Stream<String>> answer =
          ResilientHttpClient.with(retries())
              .profile("anthropic")
              .build()
              .send(get(server), BodyHandlers.ofLines());

      assertThat(answer.attempts()).isEqualTo(2);
      assertThat(answer.body().toList())
          .contains(": hello", "event: message_stop")
          .doesNotContain("event: error");
      assertThat(end(answer)).isEqualTo(Verdict.SUCCESS);
    }
  }

  @Test
  void errorAfterContent_isAFailureAtTheEnd() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(HEAD).chunk(CONTENT);
              line.await(begun);
              line.chunk(OVERLOADED).write(END);
            })) {
      HttpAnswer<Stream<String>> answer = anthropic().send(get(server), BodyHandlers.ofLines());
      begun.countDown();

      assertThat(answer.attempts()).isEqualTo(1);
      assertThat(answer.body().toList()).contains("event: error");
      assertThat(end(answer)).isEqualTo(Verdict.FAILURE);
    }
  }

  @Test
  void streamWithoutItsEndMarker_isAFailureAtTheEnd() throws Exception {
    try (LyingServer server =
        LyingServer.that((request, line) -> line.write(HEAD).chunk(CONTENT).write(END))) {
      HttpAnswer<Stream<String>> answer = anthropic().send(get(server), BodyHandlers.ofLines());
      answer.body().forEach(line -> {});

      assertThat(end(answer)).isEqualTo(Verdict.FAILURE);
      assertThat(answer.verdict()).isEqualTo(Verdict.FAILURE);
    }
  }

  @Test
  void signsOfLife_areNoFirstByte() throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(HEAD);
              while (true) {
                line.chunk(": still here\n\n");
                line.pause(ofMillis(50));
              }
            })) {
      ResilientHttpClient client =
          ResilientHttpClient.with(policies())
              .profile("anthropic")
              .firstByteTimeout(ofMillis(400))
              .build();

      assertThatThrownBy(() -> client.send(get(server), BodyHandlers.ofLines()))
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessageContaining("no answer within PT0.4S");
    }
  }

  @Test
  void signsOfLife_moveNothing() throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(HEAD).chunk(CONTENT);
              while (true) {
                line.chunk("event: ping\ndata: {}\n\n");
                line.pause(ofMillis(50));
              }
            })) {
      ResilientHttpClient client =
          ResilientHttpClient.with(policies())
              .profile("anthropic")
              .idleTimeout(ofMillis(400))
              .build();
      HttpAnswer<Stream<String>> answer = client.send(get(server), BodyHandlers.ofLines());

      assertThatThrownBy(() -> answer.body().forEach(line -> {}))
          .hasStackTraceContaining("nothing more of the answer within PT0.4S");
      assertThat(end(answer)).isEqualTo(Verdict.FAILURE);
    }
  }

  private static ResilientHttpClient anthropic() {
    return ResilientHttpClient.with(retries()).profile("anthropic").build();
  }

  private static Verdict end(HttpAnswer<?> answer) throws Exception {
    return answer.ended().toCompletableFuture().get(5, TimeUnit.SECONDS).verdict();
  }
}
