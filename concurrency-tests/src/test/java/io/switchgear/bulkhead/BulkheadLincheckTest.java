// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.concurrency.Linearizability;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** Places that several threads take and give back while the limit changes. */
class BulkheadLincheckTest {
  @Test
  void bulkhead_anyInterleaving_isLinearizable() {
    // The first text loads the JDK's classes for numbers, whose locks are no part of this.
    assertThat(StressedBulkhead.of(2, 0)).asString().endsWith("0 of 2 places in use, 0 waiting");

    Linearizability.check(Operations.class);
  }

  /** What the threads do. */
  public static class Operations {
    /** Thread numbers are small. */
    private static final int THREADS = 8;

    private final Bulkhead bulkhead = StressedBulkhead.of(2, 0);
    private final List<Deque<BulkheadPermit>> held =
        Stream.generate(() -> (Deque<BulkheadPermit>) new ArrayDeque<BulkheadPermit>())
            .limit(THREADS)
            .toList();

    @Operation
    public boolean tryAcquire(@Param(gen = ThreadIdGen.class) int thread) {
      return bulkhead.tryAcquire().map(held.get(thread)::add).orElse(false);
    }

    @Operation
    public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
      BulkheadPermit permit = held.get(thread).poll();
      return permit != null && permit.release();
    }

    @Operation
    public void resize(@Param(gen = IntGen.class, conf = "1:3") int maxConcurrent) {
      bulkhead.resize(maxConcurrent);
    }

    @Operation
    public String numbers() {
      return bulkhead.toString();
    }
  }
}
