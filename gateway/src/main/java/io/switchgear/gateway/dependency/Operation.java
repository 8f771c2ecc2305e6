// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.circuitbreaker.CircuitBreakerConfig;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.OperationConfig;
import io.switchgear.config.RequestHedgeConfig;
import io.switchgear.config.RequestMatch;
import io.switchgear.config.RequestRetryConfig;
import io.switchgear.config.TimeoutConfig;
import io.switchgear.core.KeyLimits;
import io.switchgear.gateway.circuit.Circuits;
import io.switchgear.gateway.key.KeyLabels;
import io.switchgear.pipeline.Records;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a dependency that have circuits of their own: those that an operation of its settings
 * matches, or all the others.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Operation {
  private final String name;
  private final @Nullable RequestMatch match;
  private final Circuits circuits;
  private final KeyLabels labels;
  private final Policies policies;
  private final CallMeter meter;

  private Operation(String name, @Nullable RequestMatch match, Policies policies, Context context) {
    this.name = name;
    this.match = match;
    this.policies = policies;
    this.labels = context.shared().labels();
    Operation before = context.before().get(name);
    if (before != null && before.circuits.isKeyed() == context.isKeyed()) {
      this.circuits = before.circuits;
      this.meter = before.meter;
      circuits.reconfigure(policies.breaker(), context.keyLimits());
    } else {
      this.circuits = circuits(policies.breaker(), context);
      this.meter = context.shared().meters().meter(name, circuits);
    }
  }

  private static Circuits circuits(CircuitBreakerConfig settings, Context context) {
    Circuits circuits =
        Circuits.of(
            settings.time(context.shared().time()), context.isKeyed() ? context.keyLimits() : null);
    circuits.onTransition(context.shared().listener());
    return circuits;
  }

  /** The requests that an operation of the settings matches. */
  static Operation of(OperationConfig config, Context context) {
    return new Operation(
        config.breaker().name(),
        config.match(),
        new Policies(
            config.breaker(),
            config.records(),
            timeouts(config.timeout()),
            config.retry(),
            config.hedge()),
        context);
  }

  /** The requests that no operation of the settings matches. */
  static Operation ofOthers(DependencyConfig config, Context context) {
    return new Operation(
        config.name(),
        null,
        new Policies(
            config.breaker(),
            config.records(),
            timeouts(config.timeout()),
            config.retry(),
            config.hedge()),
        context);
  }

  private static Timeouts timeouts(TimeoutConfig config) {
    return new Timeouts(
        config.connect().toNanos(),
        config.firstByte().toNanos(),
        config.idle().toNanos(),
        config.total().toNanos());
  }

  boolean matches(String method, String path) {
    return match == null || match.matches(method, path);
  }

  /**
   * The name of its circuits.
   *
   * @return {@code dependency/operation}, or the dependency's name alone
   */
  public String name() {
    return name;
  }

  /**
   * Its circuits.
   *
   * @return the circuits
   */
  public Circuits circuits() {
    return circuits;
  }

  /**
   * The label of a key that somebody named, as itself or by its label.
   *
   * @param keyOrLabel the key, or a label that is in use
   * @return the label
   */
  public String labelOf(String keyOrLabel) {
    boolean known = circuits.find(keyOrLabel).isPresent();
    return known ? keyOrLabel : labels.labelOf(keyOrLabel);
  }

  /**
   * Whose results the circuits learn.
   *
   * @return attempts or operations
   */
  public Records records() {
    return policies.records();
  }

  /**
   * The limits in time of its calls.
   *
   * @return the limits
   */
  public Timeouts timeouts() {
    return policies.timeouts();
  }

  /**
   * When its requests are sent again.
   *
   * @return the settings; empty when they aren't
   */
  public Optional<RequestRetryConfig> retry() {
    return policies.retry();
  }

  /**
   * When its slow requests are sent once more.
   *
   * @return the settings; empty when they aren't
   */
  public Optional<RequestHedgeConfig> hedge() {
    return policies.hedge();
  }

  /**
   * Takes the numbers of its calls.
   *
   * @return the meter
   */
  public CallMeter meter() {
    return meter;
  }

  /**
   * What the operations of a dependency have in common.
   *
   * @param shared what all dependencies share
   * @param keyLimits how many keys are remembered
   * @param isKeyed whether there are keys
   * @param before the operations whose places they take, by the names of their circuits
   */
  record Context(
      Shared shared, KeyLimits keyLimits, boolean isKeyed, Map<String, Operation> before) {}

  private record Policies(
      CircuitBreakerConfig breaker,
      Records records,
      Timeouts timeouts,
      Optional<RequestRetryConfig> retry,
      Optional<RequestHedgeConfig> hedge) {}
}
