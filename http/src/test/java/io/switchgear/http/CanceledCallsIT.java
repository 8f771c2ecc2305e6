// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.http.LyingServer.answer;
import static io.switchgear.http.ResilientHttpClientIT.get;
import static io.switchgear.http.ResilientHttpClientIT.retries;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.core.RandomSource;
import io.switchgear.core.Verdict;
import java.io.InputStream;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Callers who go away: what was taken for them comes back, and the connection ends. */
class CanceledCallsIT {
  private static final Duration SOON = ofSeconds(10);

  @Test
  void interrupt_endsTheExchange() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    try (LyingServer server = stalling(gone)) {
      ResilientHttpClient client = client(1);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                try {
                  client.send(get(server), BodyHandlers.ofString());
                } catch (Exception e) {
                  thrown.set(e);
                }
              });
      caller.start();
      await().atMost(SOON).until(() -> server.requests().size() == 1);
      caller.interrupt();
      caller.join(SOON.toMillis());

      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
      await().atMost(SOON).until(() -> gone.getCount() == 0);
      assertThat(bulkhead(client).inUse()).isZero();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void cancel_endsTheExchange() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    try (LyingServer server = stalling(gone)) {
      ResilientHttpClient client = client(1);
      var call = client.sendAsync(get(server), BodyHandlers.ofString());
      await().atMost(SOON).until(() -> server.requests().size() == 1);
      call.cancel(true);

      await().atMost(SOON).until(() -> gone.getCount() == 0);
      await().atMost(SOON).until(() -> bulkhead(client).inUse() == 0);
    }
  }

  private static LyingServer stalling(CountDownLatch gone) throws Exception {
    return LyingServer.that(
        (request, line) -> {
          try {
            line.stall();
          } finally {
            gone.countDown();
          }
        });
  }

  @Test
  void cancelsThatRaceWithAnswers_leaveNothingBehind() throws Exception {
    String whole = answer("200 OK", "", "x".repeat(20_000));
    try (LyingServer server =
        LyingServer.that(
            (request, line) -> {
              line.write(whole.substring(0, 10_000));
              line.write(whole.substring(10_000));
            })) {
      ResilientHttpClient client = client(16);
      RandomSource chance = RandomSource.seeded(17);
      List<CompletableFuture<?>> calls = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        CompletableFuture<HttpAnswer<InputStream>> streamed =
            client.sendAsync(get(server), BodyHandlers.ofInputStream());
        calls.add(streamed.thenAccept(CanceledCallsIT::readSomeOf));
        CompletableFuture<HttpAnswer<String>> text =
            client.sendAsync(get(server), BodyHandlers.ofString());
        calls.add(text);
        LockSupport.parkNanos((long) (chance.nextDouble() * 2_000_000));
        streamed.cancel(true);
        text.cancel(true);
      }

      await().atMost(SOON).until(() -> calls.stream().allMatch(CompletableFuture::isDone));
      await().atMost(SOON).until(() -> bulkhead(client).inUse() == 0);
      HttpAnswer<String> last = client.send(get(server), BodyHandlers.ofString());
      assertThat(last.verdict()).isEqualTo(Verdict.SUCCESS);
      var failures = client.policies().circuitBreaker().orElseThrow().stats().calls().byVerdict();
      assertThat(failures.getOrDefault(Verdict.FAILURE, 0L)).isZero();
    }
  }

  private static void readSomeOf(HttpAnswer<InputStream> answer) {
    try (InputStream body = answer.body()) {
      body.readNBytes(15_000);
    } catch (java.io.IOException e) {
      // The race went the other way.
    }
  }

  private static ResilientHttpClient client(int places) {
    return ResilientHttpClient.with(
            retries().circuitBreaker(tripOn(consecutiveFailures(1000))).bulkhead(places))
        .build();
  }

  private static Bulkhead bulkhead(ResilientHttpClient client) {
    return client.policies().bulkhead().orElseThrow();
  }
}
