// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import io.switchgear.core.Gate;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What every {@link Gate} must do: tickets conserve, a look takes nothing, a wait ends with the
 * deadline or when it is cancelled, and a refusal is one of ours.
 *
 * <p>It is run as {@link PolicyContract} is. The gate must let two calls in at once.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class GateContract {
  private final GateChecks<?> checks;

  private GateContract(GateChecks<?> checks) {
    this.checks = checks;
  }

  /**
   * The contract of a gate.
   *
   * @param <G> the gate's type
   * @param gate makes the gate, a new one each time
   * @param inUse what calls and waits hold in it and must give back; 0 for a new one
   * @return the contract
   */
  public static <G extends Gate> GateContract of(
      Function<ContractSetup, G> gate, ToLongFunction<? super G> inUse) {
    return new GateContract(new GateChecks<>(gate, inUse));
  }

  /**
   * The points of the contract.
   *
   * @return the checks, which depend neither on each other nor on their order
   */
  public List<ContractCheck> checks() {
    return checks.all();
  }
}
