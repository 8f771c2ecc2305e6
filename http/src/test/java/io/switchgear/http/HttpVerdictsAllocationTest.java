// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A success costs nothing, once compiled, with profiles that don't look at its body. */
class HttpVerdictsAllocationTest {
  private static final int CALLS_IN_A_BATCH = 10_000;
  private static final int QUIET_BATCHES = 3;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final ResponseHead OK = FakeHead.of(200);

  @ParameterizedTest
  @ValueSource(strings = {"http", "anthropic", "stripe"})
  void assess_success_allocatesNothing(String profile) {
    HttpVerdicts verdicts = HttpVerdicts.profile(profile);

    assertThat(hasQuietBatches(2_000, () -> verdicts.assess(OK))).isTrue();
  }

  @Test
  void hasQuietBatches_ofWhatAllocates_isFalse() {
    HttpVerdicts verdicts = HttpVerdicts.profile("http");
    ResponseHead throttled = FakeHead.of(429).with("Retry-After", "3");

    assertThat(hasQuietBatches(50, () -> verdicts.assess(throttled))).isFalse();
  }

  /** The compiler works at its own pace, and until it is done the code allocates more. */
  private static boolean hasQuietBatches(int most, Runnable call) {
    int quiet = 0;
    for (int batch = 0; batch < most && quiet < QUIET_BATCHES; batch++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS_IN_A_BATCH; i++) {
        call.run();
      }
      quiet = THREADS.getCurrentThreadAllocatedBytes() == before ? quiet + 1 : 0;
    }
    return quiet == QUIET_BATCHES;
  }
}
