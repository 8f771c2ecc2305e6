// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.architecture.DocumentedCrm.Reply;
import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Directive;
import io.switchgear.core.CallOptions;
import io.switchgear.core.RejectionReason;
import io.switchgear.pipeline.KeyedPipeline;
import io.switchgear.pipeline.Outcome;
import io.switchgear.pipeline.Pipeline;
import io.switchgear.pipeline.PipelineConfig;
import io.switchgear.pipeline.Source;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recipe of the CRM bot does what its page says, with the numbers of the team. */
class BotRecipeTest {
  private static final Reply SENT = new Reply(200, 0, ZERO);
  private static final Reply DOWN = new Reply(500, 131000, ZERO);

  private final VirtualTime time = new VirtualTime();
  private final KeyedPipeline<String, Reply> sends = settings().keyed();
  private final Pipeline<Reply> phone = sends.forKey("p1");
  private final CircuitBreaker circuit = phone.circuitBreaker().orElseThrow();

  private PipelineConfig<Reply> settings() {
    return DocumentedCrm.settings(DocumentedCrm.verdicts(), DocumentedCrm.circuit()).time(time);
  }

  private void send(int times, Reply reply) {
    for (int call = 0; call < times; call++) {
      var unused = phone.execute(() -> reply);
    }
  }

  private void trip() {
    send(10, SENT);
    send(10, DOWN);
  }

  @Test
  void send_halfOfTheLast20Failed_opensThatPhoneNumberAlone() {
    send(10, SENT);
    send(9, DOWN);
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);

    send(1, DOWN);

    assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
    assertThat(sends.forKey("p2").execute(() -> SENT).hasValue()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 131000, 131016})
  void verdict_codeOfAnOutage_counts(int code) {
    send(20, new Reply(400, code, ZERO));

    assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
  }

  @ParameterizedTest
  @ValueSource(ints = {132000, 131026, 131047})
  void verdict_codeOfTheCallersOwnMistake_doesNotCount(int code) {
    send(100, new Reply(400, code, ZERO));

    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void verdict_throttled_pacesAndDoesNotTrip() {
    send(1, new Reply(429, 130429, ofSeconds(4)));

    Outcome<Reply> held = phone.execute(() -> SENT);
    Duration wait = held.rejection().orElseThrow().retryAfter();
    time.advance(ofSeconds(4));
    Outcome<Reply> next = phone.execute(() -> SENT);

    assertThat(held.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.PACED);
    assertThat(wait).isEqualTo(ofSeconds(4));
    assertThat(next.hasValue()).isTrue();
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void coolDown_trialFails_growsTo60And120Seconds() {
    trip();
    List<Duration> waits = new ArrayList<>();

    for (int trip = 0; trip < 4; trip++) {
      Duration wait = circuit.snapshot().retryAfter().orElseThrow();
      waits.add(wait);
      time.advance(wait);
      send(1, DOWN);
    }

    assertThat(waits).containsExactly(ofSeconds(30), ofSeconds(60), ofSeconds(120), ofSeconds(120));
  }

  @Test
  void trials_allThreeMustPass() {
    trip();
    time.advance(ofSeconds(30));

    send(2, SENT);
    CircuitState afterTwo = circuit.state();
    send(1, SENT);

    assertThat(afterTwo).isEqualTo(CircuitState.HALF_OPEN);
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void open_isOneRefusalAndNoRetry() {
    trip();
    CallOptions once = CallOptions.none().idempotencyKey("m1");

    Outcome<Reply> refused = phone.execute(once, () -> SENT);

    assertThat(refused.attempts()).isZero();
    assertThat(refused.elapsed()).isZero();
    assertThat(refused.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.OPEN);
  }

  @Test
  void retry_onlyWithAnIdempotencyKey() {
    CallOptions once = CallOptions.none().idempotencyKey("m1");

    var keyed = phone.executeAsync(once, () -> CompletableFuture.completedFuture(DOWN));
    var plain =
        phone.executeAsync(CallOptions.none(), () -> CompletableFuture.completedFuture(DOWN));
    time.advance(ofSeconds(3));

    assertThat(keyed.join().attempts()).isEqualTo(3);
    assertThat(plain.join().attempts()).isEqualTo(1);
  }

  @Test
  void hangs_10Seconds_endAfter3AndTakeTenPlacesAtMost() {
    List<CompletableFuture<Outcome<Reply>>> seen = new ArrayList<>();
    for (int call = 0; call < 40; call++) {
      seen.add(phone.executeAsync(CallOptions.none(), CompletableFuture::new));
    }

    assertThat(seen).filteredOn(CompletableFuture::isDone).hasSize(30);
    time.advance(ofSeconds(3));
    assertThat(seen).allMatch(CompletableFuture::isDone);
  }

  @Test
  void outage_of18Minutes_closesByItselfAfterwards() {
    int calls = 0;
    for (int second = 0; second < 18 * 60; second++) {
      calls += phone.execute(() -> DOWN).attempts();
      time.advance(ofSeconds(1));
    }

    for (int second = 0; second < 125; second++) {
      send(1, SENT);
      time.advance(ofSeconds(1));
    }

    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    assertThat(calls).isLessThan(40);
  }

  @Test
  void operator_forcesOpenAndResets() {
    circuit.forceOpen(Directive.by("ana"));
    Outcome<Reply> forced = phone.execute(() -> SENT);

    DocumentedCrm.operate(sends, "p1");

    assertThat(forced.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.FORCED_OPEN);
    assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
  }

  @Test
  void orders_crmDown_areAnsweredFromTheCache() {
    Pipeline<Reply> orders =
        DocumentedCrm.orders(DocumentedCrm.verdicts(), DocumentedCrm.circuit()).time(time).build();
    CallOptions order = CallOptions.none().cacheKey("order 7");
    var unused = orders.call(order, () -> SENT);
    time.advance(ofMinutes(20));

    Outcome<Reply> seen = orders.execute(order, () -> DOWN);

    assertThat(seen.source()).isEqualTo(Source.CACHE);
    assertThat(seen.value()).isEqualTo(SENT);
    assertThat(seen.age()).isEqualTo(ofMinutes(20));
  }
}
