// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.switchgear.config.policies.Circuits;
import io.switchgear.gateway.dependency.CallMeter;
import io.switchgear.gateway.reload.Reloads;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
  private static final double MILLIS_PER_SECOND = 1_000;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, CircuitMeters> circuits = new ConcurrentHashMap<>();

  /**
   * Adds circuits; all of their series exist from here on. They take the place of circuits of the
   * same name.
   *
   * @param name the circuits' name
   * @param counted the circuits
   * @return takes the numbers that the circuits don't keep
   */
  public CallMeter add(String name, Circuits counted) {
    remove(name);
    circuits.put(name, CircuitMeters.register(registry, name, counted));
    return new CallMeters(registry, name);
  }

  /**
   * Shows what came of the readings of the settings.
   *
   * @param reloads the readings
   */
  public void showReloads(Reloads reloads) {
    FunctionCounter.builder(
            "switchgear.config.reload.failures", reloads, it -> it.status().failures())
        .description("Readings of the settings that failed")
        .register(registry);
    Gauge.builder(
            "switchgear.config.last.reload.successful",
            reloads,
            it -> it.status().errors().isEmpty() ? 1 : 0)
        .description("Whether the last reading of the settings succeeded")
        .register(registry);
    Gauge.builder(
            "switchgear.config.last.reload.success.timestamp",
            reloads,
            it -> it.status().lastSuccess().toEpochMilli() / MILLIS_PER_SECOND)
        .description("When settings were last read and put in force")
        .baseUnit("seconds")
        .register(registry);
  }

  /**
   * Removes all series but those of some circuits.
   *
   * @param names the names of the circuits that there are
   */
  public void retain(Set<String> names) {
    circuits.keySet().stream().filter(name -> !names.contains(name)).forEach(this::remove);
  }

  private void remove(String name) {
    if (circuits.remove(name) != null) {
      registry.getMeters().stream()
          .filter(meter -> name.equals(meter.getId().getTag(CircuitMeters.CIRCUIT)))
          .forEach(registry::remove);
    }
  }

  /**
   * All numbers now.
   *
   * @return the text format of Prometheus
   */
  public String scrape() {
    circuits.values().forEach(CircuitMeters::refresh);
    return registry.scrape();
  }
}
