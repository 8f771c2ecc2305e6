// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.http.ResilientHttpClientIT.get;
import static io.switchgear.http.ResilientHttpClientIT.policies;
import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.PipelineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that end, break off, stand still or never end, and who is to blame. */
class BodiesOfAnswersIT {
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final Duration SOON = ofSeconds(5);

  @TempDir private static Path folder;

  /** A way to take a body, to its end. */
  enum Way {
    STRING(BodyHandlers::ofString),
    BYTES(BodyHandlers::ofByteArray),
    DISCARDED(BodyHandlers::discarding),
    STREAM(BodyHandlers::ofInputStream),
    LINES(BodyHandlers::ofLines),
    FILE(() -> BodyHandlers.ofFile(folder.resolve("body")));

    private final Supplier<BodyHandler<?>> handler;

    Way(Supplier<BodyHandler<?>> handler) {
      this.handler = handler;
    }

    Object read(ResilientHttpClient client, LyingServer server) throws Exception {
      Object body = client.send(get(server), handler.get()).body();
      if (body instanceof InputStream stream) {
        return stream.readAllBytes();
      }
      try {
        return body instanceof Stream<?> lines ? lines.count() : body;
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void endlessBody_endsAtTheTotalTimeout(Way way) throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(CHUNKED);
              while (true) {
                line.chunk("more and more\n");
                line.pause(ofMillis(20));
              }
            })) {
      ResilientHttpClient client =
          ResilientHttpClient.with(recorded()).totalTimeout(ofMillis(500)).build();

      assertThatThrownBy(() -> way.read(client, server)).isInstanceOf(IOException.class);
      awaitVerdicts(client, Map.of(Verdict.FAILURE, 1L));
      awaitEmpty(client);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bodyThatStandsStill_endsAtTheIdleTimeout(Way way) throws Exception {
    try (LyingServer server =
        LyingServer.that((request, line) -> line.write(CHUNKED).chunk("begun").stall())) {
      ResilientHttpClient client =
          ResilientHttpClient.with(recorded()).idleTimeout(ofMillis(300)).build();

      assertThatThrownBy(() -> way.read(client, server))
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("nothing more of the answer within PT0.3S");
      awaitVerdicts(client, Map.of(Verdict.FAILURE, 1L));
      awaitEmpty(client);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bodyThatIsCut_isAFailure(Way way) throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) ->
                line.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf").cut())) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();

      assertThatThrownBy(() -> way.read(client, server)).isInstanceOf(IOException.class);
      awaitVerdicts(client, Map.of(Verdict.FAILURE, 1L));
      awaitEmpty(client);
    }
  }

  @ParameterizedTest
  @EnumSource
  void wholeBody_isASuccess(Way way) throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> line.write(CHUNKED).chunk("whole").write("0\r\n\r\n"))) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      way.read(client, server);

      awaitVerdicts(client, Map.of(Verdict.SUCCESS, 1L));
      awaitEmpty(client);
    }
  }

  @Test
  void cutBody_isRetried() throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(CHUNKED).chunk("half");
              if (request.number() == 1) {
                line.cut();
              } else {
                line.chunk(" whole").write("0\r\n\r\n");
              }
            })) {
      ResilientHttpClient client =
          ResilientHttpClient.with(policies().retry(fixed(ofMillis(10)))).build();

      HttpAnswer<String> answer = client.send(get(server), BodyHandlers.ofString());

      assertThat(answer.body()).isEqualTo("half whole");
      assertThat(answer.attempts()).isEqualTo(2);
    }
  }

  @Test
  void slowFirstByte_endsTheAttempt() throws Exception {
    try (LyingServer server = LyingServer.that((request, line) -> line.stall())) {
      ResilientHttpClient client =
          ResilientHttpClient.with(recorded()).firstByteTimeout(ofMillis(300)).build();

      assertThatThrownBy(() -> client.send(get(server), BodyHandlers.ofString()))
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessage("erp: no answer within PT0.3S");
      awaitVerdicts(client, Map.of(Verdict.FAILURE, 1L));
    }
  }

  @Test
  void slowPublisher_isNotTheDependencysFault() throws Exception {
    try (LyingServer server = LyingServer.answering(LyingServer.answer("200 OK"))) {
      ResilientHttpClient client =
          ResilientHttpClient.with(recorded())
              .firstByteTimeout(ofMillis(100))
              .idleTimeout(ofMillis(100))
              .totalTimeout(ofMillis(600))
              .build();
      HttpRequest request =
          HttpRequest.newBuilder(server.uri())
              .PUT(BodyPublishers.fromPublisher(new SubmissionPublisher<ByteBuffer>(), 10))
              .build();

      assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessage("erp: the answer wasn't complete in time");
      awaitVerdicts(client, Map.of(Verdict.IGNORED, 1L));
    }
  }

  @Test
  void callersOwnDeadline_saysNothingOfTheDependency() throws Exception {
    try (LyingServer server = LyingServer.that((request, line) -> line.stall())) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      CallOptions hasty =
          CallOptions.none().deadline(Deadline.after(ofMillis(200), TimeSource.system()));

      assertThatThrownBy(() -> client.send(hasty, get(server), BodyHandlers.ofString()))
          .isInstanceOf(HttpTimeoutException.class);
      awaitVerdicts(client, Map.of(Verdict.IGNORED, 1L));
    }
  }

  @Test
  void slowReader_isNotTheDependencysFault() throws Exception {
    String much = "x".repeat(1_000_000);
    try (LyingServer server =
        LyingServer.that((request, line) -> line.write(CHUNKED).chunk(much).write("0\r\n\r\n"))) {
      ResilientHttpClient client =
          ResilientHttpClient.with(recorded()).idleTimeout(ofMillis(200)).build();
      HttpAnswer<InputStream> answer = client.send(get(server), BodyHandlers.ofInputStream());

      await()
          .during(ofMillis(800))
          .atMost(SOON)
          .until(() -> !answer.ended().toCompletableFuture().isDone());
      assertThat(answer.body().readAllBytes()).hasSize(much.length());
      awaitVerdicts(client, Map.of(Verdict.SUCCESS, 1L));
    }
  }

  @Test
  void bodyThatIsClosedWhileItMoves_countsAsFarAsItCame() throws Exception {
    try (LyingServer server = begunAndStalling()) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      HttpAnswer<InputStream> answer = client.send(get(server), BodyHandlers.ofInputStream());
      assertThat(client.policies().bulkhead().orElseThrow().inUse()).isEqualTo(1);
      answer.body().close();

      awaitVerdicts(client, Map.of(Verdict.SUCCESS, 1L));
      awaitEmpty(client);
    }
  }

  @Test
  void bodyThatIsClosedWhileItStandsStill_saysNothing() throws Exception {
    try (LyingServer server = begunAndStalling()) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      HttpAnswer<InputStream> answer = client.send(get(server), BodyHandlers.ofInputStream());
      assertThat(answer.body().readNBytes(5)).hasSize(5);
      await()
          .during(ofMillis(1_500))
          .atMost(SOON)
          .until(() -> !answer.ended().toCompletableFuture().isDone());
      answer.body().close();

      awaitVerdicts(client, Map.of(Verdict.IGNORED, 1L));
      awaitEmpty(client);
    }
  }

  @Test
  void discard_freesThePlaceAndSaysNothing() throws Exception {
    try (LyingServer server = begunAndStalling()) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      HttpAnswer<InputStream> answer = client.send(get(server), BodyHandlers.ofInputStream());
      answer.discard();

      assertThatThrownBy(() -> answer.body().readAllBytes()).isInstanceOf(IOException.class);
      awaitVerdicts(client, Map.of(Verdict.IGNORED, 1L));
      awaitEmpty(client);
    }
  }

  private static LyingServer begunAndStalling() throws IOException {
    return LyingServer.that((request, line) -> line.write(CHUNKED).chunk("begun").stall());
  }

  @Test
  void longErrorBody_isPassedOnWhole() throws Exception {
    String much = "x".repeat(200_000);
    try (LyingServer server = LyingServer.answering(LyingServer.answer("500 Broken", "", much))) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      HttpAnswer<InputStream> answer = client.send(get(server), BodyHandlers.ofInputStream());

      assertThat(answer.body().readAllBytes()).hasSize(much.length());
      assertThat(answer.verdict()).isEqualTo(Verdict.FAILURE);
    }
  }

  @Test
  void subscriberThatThrows_endsTheCallAndIsNotTheDependencysFault() throws Exception {
    try (LyingServer server = LyingServer.answering(LyingServer.answer("200 OK"))) {
      ResilientHttpClient client = ResilientHttpClient.with(recorded()).build();
      BodyHandler<Integer> broken =
          head ->
              BodySubscribers.mapping(
                  BodySubscribers.ofString(StandardCharsets.UTF_8), Integer::parseInt);

      assertThatThrownBy(() -> client.send(get(server), broken))
          .hasStackTraceContaining("body of 200 OK");
      awaitVerdicts(client, Map.of(Verdict.IGNORED, 1L));
      awaitEmpty(client);
    }
  }

  private static PipelineConfig<HttpResult> recorded() {
    return policies().circuitBreaker(tripOn(consecutiveFailures(100))).bulkhead(10);
  }

  private static void awaitVerdicts(ResilientHttpClient client, Map<Verdict, Long> expected) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              CircuitStats stats = client.policies().circuitBreaker().orElseThrow().stats();
              assertThat(stats.calls().byVerdict()).containsAllEntriesOf(expected);
              assertThat(stats.calls().byVerdict().values().stream().mapToLong(it -> it).sum())
                  .isEqualTo(expected.values().stream().mapToLong(it -> it).sum());
            });
  }

  private static void awaitEmpty(ResilientHttpClient client) {
    await().atMost(SOON).until(() -> client.policies().bulkhead().orElseThrow().inUse() == 0);
  }
}
