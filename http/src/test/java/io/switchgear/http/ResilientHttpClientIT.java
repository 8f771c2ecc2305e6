// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static io.switchgear.http.LyingServer.answer;
import static io.switchgear.retry.RetryConfig.fixed;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.switchgear.circuitbreaker.CircuitBreakerRejectedException;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers mean to the policies, and which requests are sent again. */
class ResilientHttpClientIT {
  private static final String OK = answer("200 OK");
  private static final String BUSY = answer("503 Service Unavailable");

  @Test
  void send_success_givesTheResponseAndWhatItSays() throws Exception {
    try (LyingServer server = LyingServer.answering(OK)) {
      HttpAnswer<String> answer = retrying().send(get(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("body of 200 OK");
      assertThat(answer.verdict()).isEqualTo(Verdict.SUCCESS);
      assertThat(answer.reading().rule()).contains("below 400");
      assertThat(answer.attempts()).isEqualTo(1);
      assertThat(answer.ended().toCompletableFuture()).isCompleted();
    }
  }

  @Test
  void send_errorStatus_isAnAnswer() throws Exception {
    try (LyingServer server = LyingServer.answering(answer("404 Not Found"))) {
      HttpAnswer<String> answer = retrying().send(get(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.verdict()).isEqualTo(Verdict.IGNORED);
      assertThat(answer.attempts()).isEqualTo(1);
    }
  }

  @Test
  void send_afterAllAttempts_givesTheLastAnswer() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY)) {
      HttpAnswer<String> answer = retrying().send(get(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("body of 503 Service Unavailable");
      assertThat(answer.verdict()).isEqualTo(Verdict.FAILURE);
      assertThat(answer.attempts()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"})
  void failure_ofAnIdempotentMethod_isRetried(String method) throws Exception {
    try (LyingServer server =
        LyingServer.answering(method.equals("HEAD") ? head("503 Busy") : BUSY, head("200 OK"))) {
      HttpRequest request = to(server).method(method, BodyPublishers.ofString("text")).build();
      HttpAnswer<Void> answer = retrying().send(request, BodyHandlers.discarding());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.attempts()).isEqualTo(2);
      assertThat(server.requests()).extracting(LyingServer.Request::body).containsOnly("text");
    }
  }

  private static String head(String status) {
    return "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH"})
  void failure_ofAnotherMethod_isNotRetried(String method) throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK)) {
      HttpRequest request = to(server).method(method, BodyPublishers.ofString("text")).build();
      HttpAnswer<String> answer = retrying().send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void failure_ofAPostWithAKey_isRetriedWithTheSameKey() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK)) {
      CallOptions options = CallOptions.none().idempotencyKey("invoice-17");
      HttpAnswer<String> answer = retrying().send(options, post(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(keys(server)).containsExactly("invoice-17", "invoice-17");
    }
  }

  @Test
  void failure_ofAPostWhoseHeaderHasAKey_isRetried() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK)) {
      HttpRequest request =
          to(server).header("idempotency-key", "own").POST(BodyPublishers.ofString("text")).build();
      CallOptions options = CallOptions.none().idempotencyKey("another");
      HttpAnswer<String> answer = retrying().send(options, request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(keys(server)).containsExactly("own", "own");
    }
  }

  @Test
  void makesIdempotencyKeys_forPosts_oneForAllAttempts() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK, OK, OK)) {
      ResilientHttpClient client =
          ResilientHttpClient.with(retries()).makesIdempotencyKeys().build();
      client.send(post(server), BodyHandlers.ofString());
      client.send(post(server), BodyHandlers.ofString());
      client.send(get(server), BodyHandlers.ofString());

      List<String> keys = keys(server);
      assertThat(UUID.fromString(keys.get(0))).isNotNull();
      assertThat(keys.get(1)).isEqualTo(keys.get(0));
      assertThat(keys.get(2)).isNotEqualTo(keys.get(0)).isNotEmpty();
      assertThat(keys.get(3)).isEmpty();
    }
  }

  private static List<String> keys(LyingServer server) {
    return server.requests().stream()
        .map(request -> request.headers().getOrDefault("Idempotency-Key", ""))
        .toList();
  }

  @Test
  void failure_ofAGetThatSaysNo_isNotRetried() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK)) {
      CallOptions once = CallOptions.none().idempotent(false);
      HttpAnswer<String> answer = retrying().send(once, get(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(503);
    }
  }

  @Test
  void bodyOfUnknownLength_isNotSentAgain() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK)) {
      HttpRequest request =
          to(server)
              .PUT(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[9])))
              .build();
      HttpAnswer<String> answer = retrying().send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void retryAfter_isWaitedFor() throws Exception {
    String throttled = answer("429 Too Many Requests", "Retry-After: 1\r\n", "");
    try (LyingServer server = LyingServer.answering(throttled, OK)) {
      HttpAnswer<String> answer = retrying().send(get(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.elapsed()).isGreaterThanOrEqualTo(ofSeconds(1));
    }
  }

  @Test
  void retryAfter_longerThanTheCap_isAHoldAndNotWaitedFor() throws Exception {
    String throttled = answer("429 Too Many Requests", "Retry-After: 3600\r\n", "");
    try (LyingServer server = LyingServer.answering(throttled, OK)) {
      HttpAnswer<String> answer = retrying().send(get(server), BodyHandlers.ofString());

      assertThat(answer.reading().assessment().isHold()).isTrue();
      assertThat(answer.reading().notBefore()).contains(ofHours(1));
      assertThat(answer.attempts()).isEqualTo(1);
    }
  }

  @Test
  void shouldRetry_hasTheLastWord() throws Exception {
    String no = answer("503 Service Unavailable", "x-should-retry: false\r\n", "");
    String yes = answer("409 Conflict", "x-should-retry: true\r\n", "");
    try (LyingServer refusing = LyingServer.answering(no, OK);
        LyingServer inviting = LyingServer.answering(yes, OK, yes, OK)) {
      assertThat(retrying().send(get(refusing), BodyHandlers.ofString()).statusCode())
          .isEqualTo(503);
      assertThat(retrying().send(get(inviting), BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      // What the dependency says makes no request safe to repeat.
      assertThat(retrying().send(post(inviting), BodyHandlers.ofString()).statusCode())
          .isEqualTo(409);
    }
  }

  @Test
  void noConnection_isRetriedForAnyMethod() throws Exception {
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    ResilientHttpClient client = breaking(5, retries());
    HttpRequest request =
        HttpRequest.newBuilder(nobody).POST(BodyPublishers.ofString("text")).build();

    assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
        .isInstanceOf(ConnectException.class);
    assertThat(failures(client)).isEqualTo(3);
  }

  @Test
  void tlsThatIsNone_isAFailure() throws Exception {
    try (LyingServer server = LyingServer.answering(OK)) {
      ResilientHttpClient client = breaking(5, policies());
      URI uri = URI.create(server.uri().toString().replace("http:", "https:"));

      assertThatThrownBy(
              () -> client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      assertThat(failures(client)).isEqualTo(1);
    }
  }

  @Test
  void noHttp_isAFailure() throws Exception {
    try (LyingServer server =
        LyingServer.that((request, line) -> line.write("SSH-2.0-OpenSSH_9\r\n").cut())) {
      ResilientHttpClient client = breaking(5, policies());

      assertThatThrownBy(() -> client.send(get(server), BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      assertThat(failures(client)).isEqualTo(1);
    }
  }

  @Test
  void openCircuit_refusesWithoutACall() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY)) {
      ResilientHttpClient client = breaking(2, policies());
      client.send(get(server), BodyHandlers.ofString());
      client.send(get(server), BodyHandlers.ofString());

      assertThatThrownBy(() -> client.send(get(server), BodyHandlers.ofString()))
          .isInstanceOf(CircuitBreakerRejectedException.class);
      assertThatThrownBy(() -> client.sendAsync(get(server), BodyHandlers.ofString()).join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(CircuitBreakerRejectedException.class);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void forKey_otherKeysGoOn() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, BUSY, OK)) {
      KeyedResilientHttpClient<String> clients =
          ResilientHttpClient.with(policies().circuitBreaker(tripOn(consecutiveFailures(2))))
              .keyed(maxKeys(100));
      clients.forKey("a").send(get(server), BodyHandlers.ofString());
      clients.forKey("a").send(get(server), BodyHandlers.ofString());

      assertThatThrownBy(() -> clients.forKey("a").send(get(server), BodyHandlers.ofString()))
          .isInstanceOf(CircuitBreakerRejectedException.class);
      assertThat(clients.forKey("b").send(get(server), BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void errorBodyUnder200_isReadByTheProfileAndStaysWhole() throws Exception {
    String body =
        "{\"errors\":[{\"message\":\"Throttled\",\"extensions\":{\"code\":\"THROTTLED\"}}]}";
    String type = "Content-Type: application/json\r\n";
    try (LyingServer server =
        LyingServer.answering(answer("200 OK", type, body), answer("200 OK", type, "{}"))) {
      ResilientHttpClient once =
          ResilientHttpClient.with(policies()).profile("shopify-graphql").build();
      HttpAnswer<InputStream> answer = once.send(get(server), BodyHandlers.ofInputStream());

      assertThat(answer.verdict()).isEqualTo(Verdict.THROTTLED);
      assertThat(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(body);
    }
  }

  @Test
  void sendAsync_behavesAsSend() throws Exception {
    try (LyingServer server = LyingServer.answering(BUSY, OK)) {
      HttpAnswer<String> answer = retrying().sendAsync(get(server), BodyHandlers.ofString()).get();

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.attempts()).isEqualTo(2);
    }
  }

  @Test
  void hedge_takesTheFirstSuccessAndEndsTheOther() throws Exception {
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              if (request.number() == 1) {
                line.stall();
              } else {
                line.write(OK);
              }
            })) {
      ResilientHttpClient client =
          ResilientHttpClient.with(
                  policies().hedge(Hedge.named("erp").after(ofMillis(50))).bulkhead(2))
              .build();
      HttpAnswer<String> answer = client.send(get(server), BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.attempts()).isEqualTo(2);
      await().until(() -> client.policies().bulkhead().orElseThrow().inUse() == 0);
    }
  }

  @Test
  void ownHandlerOrPublisherThatFails_isNotTheDependencysFault() throws Exception {
    try (LyingServer server = LyingServer.answering(OK)) {
      ResilientHttpClient client = breaking(1, retries());
      HttpRequest unreadable =
          to(server)
              .PUT(BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> null), 10))
              .build();

      assertThatThrownBy(() -> client.send(unreadable, BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(
              () ->
                  client.send(
                      get(server),
                      head -> {
                        throw new IllegalStateException("no idea");
                      }))
          .hasStackTraceContaining("no idea");
      assertThat(client.policies().circuitBreaker().orElseThrow().state())
          .isEqualTo(CircuitState.CLOSED);
    }
  }

  static ResilientHttpClient retrying() {
    return ResilientHttpClient.with(retries()).build();
  }

  static PipelineConfig<HttpResult> policies() {
    return Pipeline.named("erp");
  }

  static PipelineConfig<HttpResult> retries() {
    return policies().retry(fixed(ofMillis(10)).maxAttempts(3));
  }

  static ResilientHttpClient breaking(int failures, PipelineConfig<HttpResult> policies) {
    return ResilientHttpClient.with(policies.circuitBreaker(tripOn(consecutiveFailures(failures))))
        .build();
  }

  static long failures(ResilientHttpClient client) {
    return client
        .policies()
        .circuitBreaker()
        .orElseThrow()
        .stats()
        .calls()
        .byVerdict()
        .getOrDefault(Verdict.FAILURE, 0L);
  }

  static HttpRequest.Builder to(LyingServer server) {
    return HttpRequest.newBuilder(server.uri());
  }

  static HttpRequest get(LyingServer server) {
    return to(server).build();
  }

  static HttpRequest post(LyingServer server) {
    return to(server).POST(BodyPublishers.ofString("text")).build();
  }
}
