// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.concurrency.Linearizability;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Results that several threads record in the windows of a circuit, one in a word and one in a ring,
 * and what each record says about a trip.
 */
class WindowLincheckTest {
  @Test
  void windows_anyInterleaving_areLinearizable() {
    Linearizability.check(Operations.class);
  }

  /** What the threads do. */
  public static class Operations {
    private static final CallRate RATE = new CallRate(0.5, 3, 2);

    private final WordEvidence word = new WordEvidence(new ShortWindow(RATE));
    private final LongWindow ring = new LongWindow("test", RATE);

    @Operation
    public boolean succeedInWord() {
      return word.record(false, 0);
    }

    @Operation
    public boolean failInWord() {
      return word.record(true, 0);
    }

    @Operation
    public String word() {
      return word.describe(0);
    }

    @Operation
    public boolean succeedInRing() {
      return ring.record(false, 0);
    }

    @Operation
    public boolean failInRing() {
      return ring.record(true, 0);
    }

    @Operation
    public String ring() {
      return ring.describe(0);
    }
  }
}
