// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.switchgear.gateway.circuit.Circuits;
import io.switchgear.gateway.dependency.CallMeter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The numbers of a gateway as Prometheus reads them. The labels are few and fixed: the circuit's
 * name, which is the dependency's, and states and verdicts. A key is never a label.
 *
 * <p>What the circuits count themselves is read from them when somebody asks, so a call pays for
 * one timer only.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class GatewayMetrics {
  private static final Duration[] BUCKETS =
      List.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000)
          .stream()
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final List<CircuitMeters> circuits = new CopyOnWriteArrayList<>();

  /**
   * Adds a dependency; all of its series exist from here on.
   *
   * @param name its name
   * @param counted its circuits
   * @return takes the numbers that the circuits don't keep
   */
  public CallMeter add(String name, Circuits counted) {
    circuits.add(CircuitMeters.register(registry, name, counted));
    Timer duration =
        Timer.builder("switchgear.call.duration")
            .description("How long calls to the dependency took")
            .tag(CircuitMeters.CIRCUIT, name)
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    Counter limited =
        Counter.builder("switchgear.rate.limited")
            .description("Calls that the rate limit refused")
            .tag(CircuitMeters.CIRCUIT, name)
            .register(registry);
    return new CallMeter() {
      @Override
      public void called(long nanos) {
        duration.record(nanos, TimeUnit.NANOSECONDS);
      }

      @Override
      public void rateLimited() {
        limited.increment();
      }
    };
  }

  /**
   * All numbers now.
   *
   * @return the text format of Prometheus
   */
  public String scrape() {
    circuits.forEach(CircuitMeters::refresh);
    return registry.scrape();
  }
}
