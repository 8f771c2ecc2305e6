// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.circuitbreaker.TransitionListener;
import io.switchgear.config.policies.Circuits;
import io.switchgear.core.TimeSource;
import io.switchgear.gateway.key.KeyLabels;
import io.switchgear.gateway.upstream.UpstreamClient;

/**
 * What all dependencies of a gateway share.
 *
 * @param client makes their connections
 * @param labels hides their keys
 * @param time the time of their policies
 * @param meters makes the meters of their operations
 * @param listener is told of the transitions of their circuits
 */
public record Shared(
    UpstreamClient client,
    KeyLabels labels,
    TimeSource time,
    MeterSource meters,
    TransitionListener listener) {

  /** Makes the meter of an operation. */
  @FunctionalInterface
  public interface MeterSource {
    /**
     * Makes it, in the place of one that it made for the same name before.
     *
     * @param name the name of the operation's circuits
     * @param circuits the circuits, whose numbers are shown too
     * @return its meter
     */
    CallMeter meter(String name, Circuits circuits);
  }
}
