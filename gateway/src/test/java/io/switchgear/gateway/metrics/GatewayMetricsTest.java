// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.Permit;
import io.switchgear.circuitbreaker.TripRule;
import io.switchgear.config.policies.Circuits;
import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Verdict;
import io.switchgear.gateway.dependency.CallMeter;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GatewayMetricsTest {
  private final VirtualTime time = new VirtualTime();
  private final Circuits circuits =
      Circuits.of(
          CircuitBreaker.named("erp")
              .tripOn(TripRule.consecutiveFailures(1))
              .coolDown(Duration.ofSeconds(30))
              .time(time),
          KeyLimits.maxKeys(100));
  private final GatewayMetrics metrics = new GatewayMetrics();
  private final CallMeter meter = metrics.add("erp", circuits);

  @Test
  void scrape_atTheStart_hasAllSeriesWithZero() {
    assertThat(metrics.scrape().lines())
        .contains(
            "switchgear_circuit_transitions_total{circuit=\"erp\",from=\"half-open\",to=\"closed\"}"
                + " 0.0",
            "switchgear_circuit_keys{circuit=\"erp\",state=\"forced-open\"} 0.0",
            "switchgear_circuit_state_seconds_total{circuit=\"erp\",state=\"open\"} 0.0",
            "switchgear_calls_total{circuit=\"erp\",verdict=\"throttled\"} 0.0",
            "switchgear_call_duration_seconds_count{circuit=\"erp\"} 0",
            "switchgear_rate_limited_total{circuit=\"erp\"} 0.0",
            "switchgear_retries_total{circuit=\"erp\",result=\"over-budget\"} 0.0",
            "switchgear_fallbacks_total{circuit=\"erp\",result=\"failure\",source=\"failover\"}"
                + " 0.0",
            "switchgear_false_trips_total{circuit=\"erp\"} 0.0");
  }

  @Test
  void scrape_afterATrip_countsItAndTheTimeSince() {
    Permit permit = (Permit) circuits.forKey("key-1").admit();
    permit.settle(Assessment.of(Verdict.FAILURE));
    circuits.forKey("key-1").admit();
    meter.called(Duration.ofMillis(30).toNanos());
    time.advance(Duration.ofSeconds(10));

    assertThat(metrics.scrape().lines())
        .contains(
            "switchgear_circuit_transitions_total{circuit=\"erp\",from=\"closed\",to=\"open\"} 1.0",
            "switchgear_circuit_keys{circuit=\"erp\",state=\"open\"} 1.0",
            "switchgear_circuit_state_seconds_total{circuit=\"erp\",state=\"open\"} 10.0",
            "switchgear_calls_total{circuit=\"erp\",verdict=\"failure\"} 1.0",
            "switchgear_calls_total{circuit=\"erp\",verdict=\"rejected\"} 1.0",
            "switchgear_call_duration_seconds_bucket{circuit=\"erp\",le=\"0.025\"} 0",
            "switchgear_call_duration_seconds_bucket{circuit=\"erp\",le=\"0.05\"} 1");
  }

  @Test
  void scrape_neverNamesAKey() {
    circuits.forKey("key-1").admit();

    assertThat(metrics.scrape()).doesNotContain("key-1");
  }
}
