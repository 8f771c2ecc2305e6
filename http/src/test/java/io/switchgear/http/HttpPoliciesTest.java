// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static io.switchgear.core.KeyLimits.maxKeys;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Verdict;
import io.switchgear.hedge.Hedge;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.retry.RetryConfig;
import io.switchgear.testkit.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HttpPoliciesTest {
  private static final PipelineConfig<HttpResult> ERP = Pipeline.named("erp");

  private final VirtualTime time = new VirtualTime();
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void call_givesTheLastResult() throws IOException {
    HttpPolicies policies = retrying();

    Fake result = policies.call(Fake.class, CallOptions.none(), true, until -> answer(503, 200));

    assertThat(result.head().status()).isEqualTo(200);
    assertThat(attempts).hasValue(2);
  }

  @Test
  void call_thatMayNotBeRepeated_isMadeOnce() throws IOException {
    Fake result = retrying().call(Fake.class, CallOptions.none(), false, until -> answer(503, 200));

    assertThat(result.head().status()).isEqualTo(503);
  }

  @Test
  void noConnection_isRetriedIfNothingWasSent() {
    HttpPolicies policies = retrying();

    assertThatThrownBy(
            () -> policies.call(Fake.class, CallOptions.none(), false, until -> refused(false)))
        .isInstanceOf(ConnectException.class);
    assertThat(attempts).hasValue(3);
    assertThatThrownBy(
            () -> policies.call(Fake.class, CallOptions.none(), false, until -> refused(true)))
        .isInstanceOf(ConnectException.class);
    assertThat(attempts).hasValue(4);
  }

  private Fake refused(boolean maybeSent) throws IOException {
    attempts.incrementAndGet();
    throw retrying().failed(new ConnectException("refused"), maybeSent);
  }

  @Test
  void ours_isNotTheDependencysFault() {
    HttpPolicies policies = breaking();
    IOException error = new IOException("canceled");

    assertThatThrownBy(
            () ->
                policies.call(
                    Fake.class,
                    CallOptions.none(),
                    true,
                    until -> {
                      throw policies.ours(error, true);
                    }))
        .isSameAs(error);
    assertThat(count(policies, Verdict.IGNORED)).isEqualTo(1);
  }

  @Test
  void refusal_isAnErrorOfInputAndOutput() throws IOException {
    HttpPolicies policies = breaking();
    policies.call(Fake.class, CallOptions.none(), true, until -> answer(503));

    assertThatThrownBy(
            () -> policies.call(Fake.class, CallOptions.none(), true, until -> answer(200)))
        .isInstanceOf(CallRefusedException.class)
        .extracting(error -> ((CallRefusedException) error).refusal().name())
        .isEqualTo("erp");
  }

  @Test
  void keyed_eachKeyHasItsCircuit() throws IOException {
    KeyedHttpPolicies<String> keyed =
        HttpPolicies.with(ERP.circuitBreaker(tripOn(consecutiveFailures(1)))).keyed(maxKeys(10));
    keyed.forKey("a").call(Fake.class, CallOptions.none(), true, until -> answer(503));

    assertThat(keyed.forKey("a").pipeline().circuitBreaker().map(CircuitBreaker::state))
        .isNotEqualTo(keyed.forKey("b").pipeline().circuitBreaker().map(CircuitBreaker::state));
  }

  @Test
  void keyOf_theRequestsThenTheOptionsThenANewOne() {
    CallOptions given = CallOptions.none().idempotencyKey("given");
    HttpPolicies plain = HttpPolicies.with(ERP).build();
    HttpPolicies making = HttpPolicies.with(ERP).makesIdempotencyKeys().build();

    assertThat(plain.keyOf("POST", Optional.of("sent"), given)).contains("sent");
    assertThat(plain.keyOf("GET", Optional.empty(), given)).contains("given");
    assertThat(plain.keyOf("POST", Optional.empty(), CallOptions.none())).isEmpty();
    assertThat(making.keyOf("PATCH", Optional.empty(), CallOptions.none())).isPresent();
    assertThat(making.keyOf("PUT", Optional.empty(), CallOptions.none())).isEmpty();
  }

  @Test
  void hedge_isRefused() {
    HttpPoliciesConfig hedged = HttpPolicies.with(ERP.hedge(Hedge.named("erp").after(ofMillis(1))));

    assertThatThrownBy(hedged::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("erp: a blocking client makes one attempt at a time; leave the hedge out");
  }

  @Test
  void body_isPassedOnAsItIsAndReadAhead() throws IOException {
    HttpVerdicts shopify = HttpVerdicts.profile("shopify-graphql");
    FakeHead json = FakeHead.of(200).with("Content-Type", "application/json");
    String body = "{\"errors\":[{\"extensions\":{\"code\":\"THROTTLED\"}}]}";
    Fake result = new Fake(shopify, json);
    InputStream watched = result.watch(stream(body), Deadline.none());

    assertThat(result.hasBegun()).isTrue();
    assertThat(result.reading().assessment().verdict()).isEqualTo(Verdict.THROTTLED);
    assertThat(watched.available()).isEqualTo(body.length());
    assertThat(watched.read()).isEqualTo('{');
    assertThat(new String(watched.readAllBytes(), UTF_8)).isEqualTo(body.substring(1));
    assertThat(watched.read()).isEqualTo(-1);
  }

  @Test
  void body_thatIsNotReadToItsEnd_countsAsFarAsItCame() throws IOException {
    Fake result = new Fake(HttpVerdicts.profile("http"), FakeHead.of(200));
    try (InputStream watched = result.watch(stream("text"), Deadline.none())) {
      assertThat(watched.readNBytes(2)).hasSize(2);
    }

    assertThat(verdict(result)).isEqualTo(Verdict.SUCCESS);
  }

  @Test
  void body_pastTheDeadline_isAFailure() throws IOException {
    Fake result = new Fake(HttpVerdicts.profile("http"), FakeHead.of(200));
    InputStream watched = result.watch(stream("text"), Deadline.after(ofSeconds(1), time));
    assertThat(watched.read()).isEqualTo('t');
    time.advance(ofSeconds(1));

    assertThatThrownBy(watched::read).isInstanceOf(InterruptedIOException.class);
    assertThatThrownBy(watched::read).isInstanceOf(IOException.class);
    assertThat(verdict(result)).isEqualTo(Verdict.FAILURE);
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private static Verdict verdict(HttpResult result) {
    return result.ended().toCompletableFuture().join().verdict();
  }

  private static HttpPolicies retrying() {
    return HttpPolicies.with(ERP.retry(RetryConfig.fixed(ofMillis(1)).maxAttempts(3))).build();
  }

  private static HttpPolicies breaking() {
    return HttpPolicies.with(ERP.circuitBreaker(tripOn(consecutiveFailures(1)))).build();
  }

  private static long count(HttpPolicies policies, Verdict verdict) {
    return policies
        .pipeline()
        .circuitBreaker()
        .orElseThrow()
        .stats()
        .calls()
        .byVerdict()
        .getOrDefault(verdict, 0L);
  }

  /** Each attempt has the next status, the last one all that follow. */
  private Fake answer(int... statuses) {
    int number = Math.min(attempts.getAndIncrement(), statuses.length - 1);
    Fake result = new Fake(HttpVerdicts.profile("http"), FakeHead.of(statuses[number]));
    result.complete();
    return result;
  }

  /** A result of a client that only tests have. */
  private static final class Fake extends HttpResult {
    Fake(HttpVerdicts verdicts, ResponseHead head) {
      super(verdicts, head);
    }

    @Override
    public void discard() {
      abandon();
    }
  }
}
