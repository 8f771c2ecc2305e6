// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.switchgear.gateway.RunningGateway;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Mutated requests over sockets: each connection ends or is answered, answers of the gateway's own
 * are problems, the dependency gets plain requests that the client made and no others, and nothing
 * is left when all is over.
 *
 * <p>{@code -Dswitchgear.fuzz=100000} sets the number, {@code -Dswitchgear.seed=7} the first seed.
 */
class FrontFuzzIT {
  private static final int CASES = Integer.getInteger("switchgear.fuzz", 2_000);
  private static final long SEED = Long.getLong("switchgear.seed", 1);

  /** Names that no mutation makes of one another. */
  private static final List<String> NAMES = List.of("anna", "bert", "cleo", "dirk");

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final long GROWTH_MAX = 48L << 20;

  @Test
  void mutatedRequests_areAnsweredOrRefused_andLeaveNothing() throws IOException {
    List<FuzzClient> clients = new ArrayList<>();
    for (String name : NAMES) {
      clients.add(new FuzzClient(name));
    }
    String dependencies =
        clients.stream().map(FrontFuzzIT::dependency).collect(Collectors.joining());
    try (RunningGateway gateway = RunningGateway.of(dependencies)) {
      long filesBefore = files();
      run(gateway, clients, SEED, Math.min(CASES, 500));
      long heapBefore = heap();

      run(gateway, clients, SEED + 500, CASES - Math.min(CASES, 500));

      await().atMost(SOON).until(() -> files() <= filesBefore + 4L * NAMES.size());
      long heapAfter = heap();
      System.out.printf(
          "fuzz: seeds %d to %d; %s; heap %d KiB before, %d KiB after; open files %d before, %d"
              + " after%n",
          SEED,
          SEED + CASES - 1,
          FuzzClient.tally(clients),
          heapBefore >> 10,
          heapAfter >> 10,
          filesBefore,
          files());
      assertThat(clients).flatExtracting(FuzzClient::faults).isEmpty();
      assertThat(heapAfter - heapBefore).isLessThan(GROWTH_MAX);
      for (FuzzClient client : clients) {
        assertThat(gateway.get("/" + client.name() + "/after").statusCode()).isEqualTo(200);
      }
    } finally {
      for (FuzzClient client : clients) {
        client.close();
      }
    }
  }

  /** With one place: a call that kept it would stop all that follow. */
  private static String dependency(FuzzClient client) {
    String bulkhead = "bulkhead: { maxConcurrent: 1, maxQueued: 8, maxWait: 20s }";
    return "  %s: { url: '%s', %s }%n".formatted(client.name(), client.upstream(), bulkhead);
  }

  private static void run(RunningGateway gateway, List<FuzzClient> clients, long seed, int count) {
    AtomicInteger next = new AtomicInteger();
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (FuzzClient client : clients) {
      running.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                  client.run(gateway.data(), seed + i);
                }
              },
              task -> new Thread(task, "fuzz-client").start()));
    }
    running.forEach(CompletableFuture::join);
  }

  private static long files() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
