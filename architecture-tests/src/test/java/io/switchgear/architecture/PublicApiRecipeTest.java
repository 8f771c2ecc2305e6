// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static io.switchgear.testkit.Calls.failTimes;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.RandomSource;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.ratelimit.Decision;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.ratelimit.RateLimiterConfig;
import io.switchgear.retry.RetryDecision;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The recipe of the public API does what its page says, with the numbers of the team. */
class PublicApiRecipeTest {
  private final VirtualTime time = new VirtualTime();

  private Pipeline<String> client(long seed) {
    return DocumentedPublicApi.client(DocumentedPublicApi.<String>verdicts())
        .time(time)
        .random(RandomSource.seeded(seed))
        .build();
  }

  @Test
  void client_waits_are50To100PercentOfTheDoublingBase() {
    List<Duration> waits = new ArrayList<>();
    for (long seed = 0; seed < 50; seed++) {
      Pipeline<String> client = client(seed);
      client.retry().orElseThrow().onDecision(decision -> note(decision, waits));
      var unused = client.callAsync(() -> CompletableFuture.failedFuture(new IOException("reset")));
      time.advance(ofSeconds(2));
    }

    assertThat(waits).hasSize(150);
    for (int wait = 0; wait < waits.size(); wait++) {
      Duration longest = ofMillis(100L << (wait % 3));
      assertThat(waits.get(wait)).isBetween(longest.dividedBy(2), longest);
    }
    assertThat(waits).doesNotHaveDuplicates();
  }

  private static void note(RetryDecision decision, List<Duration> waits) {
    if (decision.isRetry()) {
      waits.add(decision.delay());
    }
  }

  @Test
  void client_errorThatIsNotNamed_isNeitherRetriedNorCounted() {
    Pipeline<String> client = client(1);

    for (int call = 0; call < 20; call++) {
      var seen =
          client.executeAsync(
              CallOptions.none(),
              () -> CompletableFuture.failedFuture(new IllegalArgumentException("no such id")));
      assertThat(seen.join().attempts()).isEqualTo(1);
      time.advance(ofSeconds(1));
    }

    assertThat(client.circuitBreaker().orElseThrow().state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void client_twoSuccessesClose() {
    Pipeline<String> client = client(1);
    CircuitBreaker circuit = client.circuitBreaker().orElseThrow();
    CallOptions once = CallOptions.none().idempotent(false);
    for (int call = 0; call < 5; call++) {
      var unused =
          client.callAsync(once, () -> CompletableFuture.failedFuture(new IOException("reset")));
    }
    assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
    time.advance(ofSeconds(30));

    var unused = client.call(once, () -> "ok");
    CircuitState afterOne = circuit.state();
    var unusedToo = client.call(once, () -> "ok");

    assertThat(afterOne).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  static List<RateLimiterConfig> limits() {
    return DocumentedPublicApi.limits();
  }

  @ParameterizedTest
  @MethodSource("limits")
  void server_limitUsedUp_isRefusedWithATimeAfterWhichThereIsMore(RateLimiterConfig settings) {
    RateLimiter perClient = settings.time(time).<String>keyed().forKey("192.0.2.7");
    Decision decision = perClient.tryAcquire();
    for (int call = 0; call < 100 && decision.allowed(); call++) {
      decision = perClient.tryAcquire();
    }

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.retryAfter()).isBetween(ofMillis(1), ofMinutes(2));
    time.advance(decision.retryAfter());
    assertThat(perClient.tryAcquire().allowed()).isTrue();
  }

  @Test
  void server_headers_sayLimitRestAndWait() {
    RateLimiter perClient =
        DocumentedPublicApi.limits().get(0).time(time).<String>keyed().forKey("192.0.2.7");
    Decision first = perClient.tryAcquire();
    for (int call = 1; call < 100; call++) {
      var unused = perClient.tryAcquire();
    }
    time.advance(ofMillis(59_500));
    Decision refused = perClient.tryAcquire();

    assertThat(DocumentedPublicApi.headers(first))
        .containsEntry("X-RateLimit-Limit", "100")
        .containsEntry("X-RateLimit-Remaining", "99")
        .containsEntry("X-RateLimit-Reset", "60")
        .doesNotContainKey("Retry-After");
    assertThat(DocumentedPublicApi.headers(refused))
        .containsEntry("X-RateLimit-Remaining", "0")
        .containsEntry("Retry-After", "1");
  }

  @Test
  void health_openCircuit_isNamedWithItsCause() {
    CircuitBreaker circuit = CircuitBreaker.named("service-c").time(time).build();
    failTimes(circuit, 5);

    assertThat(DocumentedPublicApi.issues(List.of(circuit)))
        .singleElement()
        .asString()
        .startsWith("service-c is OPEN: ");
  }
}
