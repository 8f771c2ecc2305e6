// SPDX-License-Identifier: Apache-2.0
package io.switchgear.concurrency;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Checks that operations by several threads have the results of some order of theirs. The class
 * that holds the operations, used by one thread, says what each order leads to.
 */
public final class Linearizability {
  /** As many as the checker can put into every order in reasonable time. */
  private static final int OPERATIONS = 3;

  private Linearizability() {}

  /**
   * Two threads do three operations each, after three others and before three more. Interleavings
   * are tried one by one, then real threads run. Fails with the interleaving that is wrong.
   *
   * <p>An invocation takes 2 ms or more, so the full form, 20,000 of them, takes a minute or two
   * for each class. Another scenario finds more than further interleavings of the same one.
   */
  public static void check(Class<?> operations) {
    check(operations, new ModelCheckingOptions());
    check(operations, new StressOptions());
  }

  private static <O extends Options<O, ?>> void check(Class<?> operations, O options) {
    options
        .threads(2)
        .actorsPerThread(OPERATIONS)
        .actorsBefore(OPERATIONS)
        .actorsAfter(OPERATIONS)
        .iterations(Length.isShort() ? 2 : 20)
        .invocationsPerIteration(Length.isShort() ? 100 : 500)
        .check(operations);
  }
}
