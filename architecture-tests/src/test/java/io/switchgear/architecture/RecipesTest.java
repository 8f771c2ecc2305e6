// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCode.Rates;
import io.switchgear.architecture.DocumentedCode.Receipt;
import io.switchgear.architecture.DocumentedCompletions.Completion;
import io.switchgear.architecture.DocumentedCompletions.Prompt;
import io.switchgear.architecture.DocumentedCompletions.ProviderException;
import io.switchgear.architecture.DocumentedCompletions.Providers;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Priority;
import io.switchgear.core.RandomSource;
import io.switchgear.core.RejectionReason;
import io.switchgear.pipeline.Failover;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.pipeline.Source;
import io.switchgear.pipeline.UnavailableException;
import io.switchgear.testkit.VirtualTime;
import io.switchgear.timeout.TimeoutExceededException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The recipes do what their pages say, with the numbers of the teams. */
class RecipesTest {
  private static final CallOptions NOTHING_SAID = CallOptions.none();

  private final VirtualTime time = new VirtualTime();

  private static CircuitBreaker circuit(Pipeline<?> pipeline) {
    return pipeline.circuitBreaker().orElseThrow();
  }

  private static <T> CompletableFuture<T> failed(Throwable error) {
    return CompletableFuture.failedFuture(error);
  }

  @Test
  void invoices_fiveThrottledInARow_openTheKeyAloneFor30Seconds() {
    KeyedPipeline<String, HttpResponse<String>> erp =
        DocumentedInvoices.keyed(DocumentedInvoices.settings().time(time));
    Pipeline<HttpResponse<String>> cut = erp.forKey("k1");
    AtomicInteger sent = new AtomicInteger();

    for (int call = 0; call < 8; call++) {
      var unused =
          cut.execute(
              () -> {
                sent.incrementAndGet();
                return FakeResponse.of(429);
              });
    }

    Outcome<HttpResponse<String>> refused = cut.execute(() -> FakeResponse.of(200));
    assertThat(sent).hasValue(5);
    assertThat(refused.error().orElseThrow())
        .isInstanceOf(UnavailableException.class)
        .hasMessage("The accounting API takes no invoices at the moment.");
    assertThat(refused.rejection().orElseThrow().retryAfter()).isEqualTo(ofSeconds(30));
    assertThat(erp.forKey("k2").execute(() -> FakeResponse.of(200)).hasValue()).isTrue();
  }

  @Test
  void invoices_after30Seconds_exactlyOneTrialDecides() {
    Pipeline<HttpResponse<String>> erp =
        DocumentedInvoices.keyed(DocumentedInvoices.settings().time(time)).forKey("k1");
    for (int call = 0; call < 5; call++) {
      var unused = erp.execute(() -> FakeResponse.of(429));
    }
    time.advance(ofSeconds(30));
    CompletableFuture<HttpResponse<String>> trial = new CompletableFuture<>();

    var waiting = erp.callAsync(() -> trial);
    Outcome<HttpResponse<String>> second = erp.execute(() -> FakeResponse.of(200));
    trial.complete(FakeResponse.of(429));
    Duration openFor = circuit(erp).snapshot().retryAfter().orElseThrow();
    time.advance(ofSeconds(30));
    Outcome<HttpResponse<String>> third = erp.execute(() -> FakeResponse.of(200));

    assertThat(waiting).isDone();
    assertThat(second.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.TRIALS_TAKEN);
    assertThat(openFor).isEqualTo(ofSeconds(30));
    assertThat(third.hasValue()).isTrue();
    assertThat(circuit(erp).state()).isEqualTo(CircuitState.CLOSED);
  }

  private PipelineConfig<Completion> provider(String name) {
    return DocumentedCompletions.provider(
            name, DocumentedCompletions.verdicts(), DocumentedCompletions.circuit())
        .time(time)
        .random(() -> 0);
  }

  private static ProviderException answer(int status, String retryAfter) {
    return new ProviderException(status, retryAfter);
  }

  private static void throwTimes(Pipeline<Completion> pipeline, int times, Exception error) {
    for (int call = 0; call < times; call++) {
      CallOptions once = CallOptions.none().idempotent(false);
      var unused =
          pipeline.execute(
              once,
              () -> {
                throw error;
              });
    }
  }

  @Test
  void completions_fiveFailuresInAMinute_openForAsLongAsTheProviderAsks() {
    Pipeline<Completion> openai = provider("openai").build();
    Pipeline<Completion> anthropic = provider("anthropic").build();
    Pipeline<Completion> google = provider("google").build();

    throwTimes(openai, 20, answer(400, ""));
    throwTimes(openai, 4, answer(529, ""));
    throwTimes(openai, 1, answer(429, "120"));
    throwTimes(anthropic, 5, new IOException("reset"));
    throwTimes(google, 4, new IOException("reset"));
    time.advance(ofSeconds(61));
    throwTimes(google, 1, new IOException("reset"));

    assertThat(circuit(openai).snapshot().retryAfter()).contains(ofSeconds(59));
    assertThat(circuit(anthropic).state()).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(circuit(google).state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void completions_halfOpen_admitsThreeAtATime() {
    Pipeline<Completion> openai = provider("openai").build();
    throwTimes(openai, 5, new IOException("reset"));
    time.advance(ofSeconds(30));

    List<CompletableFuture<Outcome<Completion>>> seen = new ArrayList<>();
    for (int call = 0; call < 4; call++) {
      seen.add(openai.executeAsync(NOTHING_SAID, CompletableFuture::new));
    }

    assertThat(seen).filteredOn(CompletableFuture::isDone).hasSize(1);
    assertThat(seen.get(3).join().rejection().orElseThrow().reason())
        .isEqualTo(RejectionReason.TRIALS_TAKEN);
  }

  @Test
  void completions_providersOut_nextThenStaleThenDegraded() {
    List<String> down = new ArrayList<>();
    Providers providers = new FakeProviders(down);
    Failover<Prompt, Completion> llm =
        DocumentedCompletions.failover(
                provider("openai"),
                provider("anthropic"),
                provider("google"),
                providers,
                DocumentedCompletions.lastAnswers())
            .build();
    Prompt known = new Prompt("c1", "hello");
    CallOptions once = CallOptions.none().idempotent(false);

    Outcome<Completion> first = llm.execute(once, known);
    down.add("openai");
    Outcome<Completion> second = llm.execute(once, known);
    down.addAll(List.of("anthropic", "google"));
    Outcome<Completion> third = llm.execute(once, known);
    Outcome<Completion> fourth = llm.execute(once, new Prompt("c1", "another"));

    assertThat(first.source()).isEqualTo(Source.PRIMARY);
    assertThat(second.sourceName()).contains("anthropic");
    assertThat(third.source()).isEqualTo(Source.CACHE);
    assertThat(fourth.source()).isEqualTo(Source.DEGRADED);
  }

  @Test
  void completions_halfOfThePlacesTaken_shedsBatchCalls() {
    Pipeline<Completion> openai = provider("openai").build();
    for (int call = 0; call < 16; call++) {
      var unused = openai.callAsync(CompletableFuture::new);
    }
    CallOptions batch = CallOptions.none().priority(Priority.SHEDDABLE);

    Outcome<Completion> shed = openai.execute(batch, () -> new Completion("batch"));
    Outcome<Completion> normal = openai.execute(() -> new Completion("normal"));

    assertThat(shed.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
    assertThat(normal.hasValue()).isTrue();
  }

  @Test
  void shipping_fiveFailuresWithin30Seconds_openFor60AndTheTableAnswers() {
    Pipeline<Rates> shipping =
        DocumentedCheckout.shipping(
                Rates::flat, DocumentedCheckout.thrice(), DocumentedCheckout.circuit())
            .time(time)
            .random(RandomSource.seeded(1))
            .build();

    var first = shipping.executeAsync(NOTHING_SAID, () -> failed(new IOException("reset")));
    time.advance(ofSeconds(1));
    var second = shipping.executeAsync(NOTHING_SAID, () -> failed(new IOException("reset")));
    time.advance(ofSeconds(1));

    assertThat(first.join().attempts()).isEqualTo(3);
    assertThat(second.join().attempts()).isEqualTo(2);
    assertThat(second.join().value()).isEqualTo(Rates.flat());
    assertThat(circuit(shipping).state()).isEqualTo(CircuitState.OPEN);
    time.advance(ofSeconds(60));
    assertThat(shipping.execute(() -> new Rates(4)).source()).isEqualTo(Source.PRIMARY);
  }

  @Test
  void shipping_answerKnown_isServedStaleRatherThanTheTable() {
    Pipeline<Rates> shipping =
        DocumentedCheckout.shipping(
                Rates::flat, DocumentedCheckout.thrice(), DocumentedCheckout.circuit())
            .time(time)
            .build();
    CallOptions parcel = CallOptions.none().cacheKey("parcel").idempotent(false);
    var unused = shipping.call(parcel, () -> new Rates(4.50));
    time.advance(ofMinutes(30));

    Outcome<Rates> stale =
        shipping.execute(
            parcel,
            () -> {
              throw new IOException("reset");
            });

    assertThat(stale.source()).isEqualTo(Source.CACHE);
    assertThat(stale.value()).isEqualTo(new Rates(4.50));
    assertThat(stale.age()).isEqualTo(ofMinutes(30));
  }

  @Test
  void payment_isSentOnceAndSaysTryAgainOnlyWhenUnsent() {
    Pipeline<Receipt> payment =
        DocumentedCheckout.payment(DocumentedCheckout.circuit()).time(time).build();

    var hanging = payment.executeAsync(NOTHING_SAID, CompletableFuture::new);
    time.advance(ofSeconds(10));
    for (int call = 0; call < 4; call++) {
      var unused = payment.executeAsync(NOTHING_SAID, () -> failed(new IOException("cut off")));
    }
    Outcome<Receipt> refused = payment.execute(() -> new Receipt("1"));

    assertThat(hanging.join().attempts()).isEqualTo(1);
    assertThat(hanging.join().error().orElseThrow()).isInstanceOf(TimeoutExceededException.class);
    assertThat(refused.error().orElseThrow())
        .hasMessage("Payment is unavailable. Please try again shortly.");
    assertThat(refused.rejection().orElseThrow().retryAfter()).isEqualTo(ofSeconds(60));
  }

  @Test
  void payment_failuresFarApart_doNotOpen() {
    Pipeline<Receipt> payment =
        DocumentedCheckout.payment(DocumentedCheckout.circuit()).time(time).build();

    for (int call = 0; call < 20; call++) {
      var unused = payment.executeAsync(NOTHING_SAID, () -> failed(new IOException("cut off")));
      time.advance(ofSeconds(8));
    }

    assertThat(circuit(payment).state()).isEqualTo(CircuitState.CLOSED);
  }

  private record FakeProviders(List<String> down) implements Providers {
    @Override
    public Completion openai(Prompt prompt) throws Exception {
      return answer("openai");
    }

    @Override
    public Completion anthropic(Prompt prompt) throws Exception {
      return answer("anthropic");
    }

    @Override
    public Completion google(Prompt prompt) throws Exception {
      return answer("google");
    }

    private Completion answer(String name) throws IOException {
      if (down.contains(name)) {
        throw new IOException(name + " is down");
      }
      return new Completion("by " + name);
    }
  }
}
