// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What every policy that makes calls must do, whatever else it is for: results and errors pass
 * unchanged; cancellation, interrupts and broken hooks neither hang a call nor lose what it holds;
 * calls may be made inside of calls; nothing is left behind; and all of it on platform and on
 * virtual threads, where the JDK has them.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> contract() {
 *   return PolicyContract.of(MyPolicyUnderTest::new).checks().stream()
 *       .map(check -> dynamicTest(check.name(), check::run));
 * }
 * }</pre>
 *
 * <p>A check that a policy gives no occasion for, such as one of a refusal by a policy that never
 * refuses, passes.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class PolicyContract {
  private final Function<ContractSetup, ProtectedCalls> factory;

  private PolicyContract(Function<ContractSetup, ProtectedCalls> factory) {
    this.factory = factory;
  }

  /**
   * The contract of a policy.
   *
   * @param policy makes the policy, a new one each time
   * @return the contract
   */
  public static PolicyContract of(Function<ContractSetup, ProtectedCalls> policy) {
    return new PolicyContract(policy);
  }

  /**
   * The points of the contract.
   *
   * @return the checks, which depend neither on each other nor on their order
   */
  public List<ContractCheck> checks() {
    List<ContractCheck> checks = new ArrayList<>();
    for (ThreadKind kind : ThreadKind.available()) {
      checks.addAll(new BlockingChecks(factory, kind).all());
    }
    AsyncChecks async = new AsyncChecks(factory);
    checks.addAll(async.all());
    checks.addAll(async.ofCancellation());
    checks.addAll(new HookChecks(factory).all());
    return List.copyOf(checks);
  }
}
