// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.config.TimeoutConfig;
import io.switchgear.config.policies.Circuits;
import io.switchgear.config.policies.OperationPolicies;
import io.switchgear.gateway.key.KeyLabels;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a dependency that have circuits of their own: those that an operation of its settings
 * matches, or all the others.
 *
 * <p><b>Thread safety:</b> safe.
 */
public final class Operation {
  private final OperationPolicies policies;
  private final Timeouts timeouts;
  private final KeyLabels labels;
  private final CallMeter meter;

  /**
   * An operation as the gateway runs it.
   *
   * @param policies its policies
   * @param shared what all dependencies share
   * @param before the operation of that name under the settings before; null when there was none
   */
  Operation(OperationPolicies policies, Shared shared, @Nullable Operation before) {
    this.policies = policies;
    this.timeouts = timeouts(policies.timeout());
    this.labels = shared.labels();
    if (before != null && before.circuits() == policies.circuits()) {
      this.meter = before.meter;
    } else {
      circuits().onTransition(shared.listener());
      this.meter = shared.meters().meter(name(), circuits());
    }
  }

  private static Timeouts timeouts(TimeoutConfig config) {
    return new Timeouts(
        config.connect().toNanos(),
        config.firstByte().toNanos(),
        config.idle().toNanos(),
        config.total().toNanos());
  }

  /**
   * The name of its circuits.
   *
   * @return {@code dependency/operation}, or the dependency's name alone
   */
  public String name() {
    return policies.name();
  }

  /**
   * Its policies.
   *
   * @return the policies
   */
  public OperationPolicies policies() {
    return policies;
  }

  /**
   * Its circuits.
   *
   * @return the circuits
   */
  public Circuits circuits() {
    return policies.circuits();
  }

  /**
   * The label of a key that somebody named, as itself or by its label.
   *
   * @param keyOrLabel the key, or a label that is in use
   * @return the label
   */
  public String labelOf(String keyOrLabel) {
    boolean known = circuits().find(keyOrLabel).isPresent();
    return known ? keyOrLabel : labels.labelOf(keyOrLabel);
  }

  /**
   * The limits in time of its calls.
   *
   * @return the limits
   */
  public Timeouts timeouts() {
    return timeouts;
  }

  /**
   * Takes the numbers of its calls.
   *
   * @return the meter
   */
  public CallMeter meter() {
    return meter;
  }
}
