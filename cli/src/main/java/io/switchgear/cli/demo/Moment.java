// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;
import java.util.Map;

/**
 * The play at a moment.
 *
 * @param elapsed the time since the beginning
 * @param act the part of the story
 * @param without the pipeline that calls the API itself
 * @param with the pipeline behind the gateway
 * @param circuits the circuit of each customer
 */
record Moment(
    Duration elapsed,
    Act act,
    LaneMoment without,
    LaneMoment with,
    Map<Customer, CircuitWatch.Circuit> circuits) {

  /** A part of the story. Each one follows the one before. */
  enum Act {
    /** The API allows what everybody knows. */
    HEALTHY,
    /** It allows far less. */
    CUT,
    /** It allows as much as before. */
    LIFTED
  }

  CircuitWatch.Circuit circuit(Customer customer) {
    return circuits.getOrDefault(customer, new CircuitWatch.Circuit(false, 0, Duration.ZERO));
  }

  CircuitWatch.Circuit acme() {
    return circuit(Customer.ACME);
  }
}
