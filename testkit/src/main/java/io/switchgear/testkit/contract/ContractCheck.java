// SPDX-License-Identifier: Apache-2.0
package io.switchgear.testkit.contract;

/**
 * One point of a contract, to be run by a test framework of the user's choice.
 *
 * <p><b>Thread safety:</b> immutable; each run makes a policy of its own. <b>Blocking:</b> a run
 * waits for the threads that it starts, for a minute at most.
 */
public final class ContractCheck {
  private final String name;
  private final Body body;

  ContractCheck(String name, Body body) {
    this.name = name;
    this.body = body;
  }

  /**
   * What is checked.
   *
   * @return a short text, different for each check of a contract
   */
  public String name() {
    return name;
  }

  /**
   * Runs the check.
   *
   * @throws AssertionError when the policy doesn't do what the contract says
   * @throws Exception when making the policy throws it
   */
  public void run() throws Exception {
    body.run();
  }

  @Override
  public String toString() {
    return name;
  }

  /** What a check does. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }
}
