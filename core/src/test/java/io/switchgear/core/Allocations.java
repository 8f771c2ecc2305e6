// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Measures what a piece of code allocates once it is compiled. The compiler works at its own pace,
 * which on a busy machine is slow, and until it is done the code allocates more: so batches are run
 * until one allocates nothing. Code that allocates in each call never has such a batch.
 */
final class Allocations {
  private static final int CALLS_IN_A_BATCH = 10_000;
  private static final int MOST_BATCHES = 2_000;

  /** So many in a row are needed: one alone may be luck when a path allocates now and then. */
  private static final int QUIET_BATCHES = 3;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /** The bytes that a call allocates on this thread, 0 if a few batches in a row needed none. */
  static double bytesPerCall(Runnable call) {
    int quiet = 0;
    long last = 0;
    for (int batch = 0; batch < MOST_BATCHES && quiet < QUIET_BATCHES; batch++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      repeat(call);
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      quiet = bytes == 0 ? quiet + 1 : 0;
      last = bytes == 0 ? last : bytes;
    }
    return quiet == QUIET_BATCHES ? 0 : (double) last / CALLS_IN_A_BATCH;
  }

  private static void repeat(Runnable call) {
    for (int i = 0; i < CALLS_IN_A_BATCH; i++) {
      call.run();
    }
  }
}
