// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static io.switchgear.circuitbreaker.CircuitBreaker.tripOn;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.RejectionReason;
import io.switchgear.ratelimit.AdaptivePacer;
import io.switchgear.ratelimit.RateLimiter;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class KeyedPipelineTest {
  private final VirtualTime time = new VirtualTime();
  private final PipelineConfig<String> erp = Pipeline.<String>named("erp").time(time);

  @Test
  void forKey_failuresOfOneKey_openItsCircuitAlone() {
    KeyedPipeline<String, String> keyed =
        erp.circuitBreaker(tripOn(consecutiveFailures(2))).keyed();
    for (int call = 0; call < 2; call++) {
      assertThatThrownBy(() -> keyed.forKey("k1").call(KeyedPipelineTest::fail))
          .isInstanceOf(IOException.class);
    }

    assertThatThrownBy(() -> keyed.forKey("k1").call(() -> "ok"))
        .isInstanceOfSatisfying(
            CallRejectedException.class, e -> assertThat(e.key()).contains("k1"));
    assertThat(keyed.forKey("k2").call(() -> "ok")).isEqualTo("ok");
    assertThat(keyed.circuitBreakers().orElseThrow().size()).isEqualTo(2);
  }

  @Test
  void forKey_rateOfOneKey_leavesThatOfOthers() {
    KeyedPipeline<String, String> keyed =
        erp.rateLimiter(RateLimiter.named("erp").tokenBucket(1, ofMinutes(1), 1)).keyed();
    var unused = keyed.forKey("k1").call(() -> "ok");

    Outcome<String> second = keyed.forKey("k1").execute(() -> "ok");

    assertThat(second.rejection().orElseThrow().reason()).isEqualTo(RejectionReason.RATE_LIMITED);
    assertThat(keyed.forKey("k2").call(() -> "ok")).isEqualTo("ok");
  }

  @Test
  void forKey_paceOfOneKey_isLearnedForItAlone() {
    KeyedPipeline<String, String> keyed =
        erp.pacer(AdaptivePacer.named("erp", 600, ofMinutes(1)).maxWait(ofSeconds(0))).keyed();
    var unused = keyed.forKey("k1").call(() -> "ok");

    assertThat(keyed.forKey("k1").execute(() -> "ok").rejection()).isPresent();
    assertThat(keyed.forKey("k2").call(() -> "ok")).isEqualTo("ok");
  }

  @Test
  void forKey_placesOfTheBulkhead_areShared() {
    KeyedPipeline<String, String> keyed =
        erp.circuitBreaker(tripOn(consecutiveFailures(2))).bulkhead(1).keyed();

    Outcome<String> inner =
        keyed.forKey("k1").execute(() -> keyed.forKey("k2").execute(() -> "ok").toString());

    assertThat(inner.value()).contains("Bulkhead erp is full");
  }

  @Test
  void tick_idleKeys_areForgotten() {
    KeyedPipeline<String, String> keyed =
        erp.circuitBreaker(tripOn(consecutiveFailures(2)))
            .keyed(KeyLimits.maxKeys(10).idleAfter(ofMinutes(1)));
    var unused = keyed.forKey("k1").call(() -> "ok");

    time.advance(ofMinutes(2));
    keyed.tick();
    time.advance(ofMinutes(2));
    keyed.tick();

    assertThat(keyed.circuitBreakers().orElseThrow().size()).isZero();
  }

  private static String fail() throws IOException {
    throw new IOException("reset");
  }
}
