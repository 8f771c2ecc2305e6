// SPDX-License-Identifier: Apache-2.0
package io.switchgear.hedge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DefaultExecutorTest {
  @Test
  void shared_isVirtualWhereTheJdkHasThemElseOneOfOurPool() {
    Thread runner = runnerOf(DefaultExecutor.shared());

    boolean virtual = Runtime.version().feature() >= 21;
    assertThat(runner.getName().startsWith("switchgear-hedge-")).isEqualTo(!virtual);
    assertThat(runner.isDaemon()).isTrue();
  }

  @Test
  void platformThreads_allBusy_refusesInsteadOfQueuing() {
    Executor pool = DefaultExecutor.platformThreads();
    CountDownLatch end = new CountDownLatch(1);

    for (int i = 0; i < DefaultExecutor.MAX_THREADS; i++) {
      pool.execute(() -> await(end));
    }

    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    end.countDown();
  }

  @Test
  void platformThreads_areDaemons() {
    Thread runner = runnerOf(DefaultExecutor.platformThreads());

    assertThat(runner.isDaemon()).isTrue();
    assertThat(runner.getName()).isEqualTo("switchgear-hedge-1");
  }

  private static Thread runnerOf(Executor executor) {
    return CompletableFuture.supplyAsync(Thread::currentThread, executor).join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
