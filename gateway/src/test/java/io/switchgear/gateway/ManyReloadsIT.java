// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand reloads while calls run: no call fails, nothing grows, what is known stays known. */
class ManyReloadsIT {
  private static final int CLIENTS = 8;
  private static final int WARM_UP = 200;
  private static final int RELOADS = 1_000;

  /** What is left of a reload would be kilobytes each. */
  private static final long HEAP_SLACK_BYTES = 3_000_000;

  @TempDir private Path folder;

  @Test
  void thousandReloads_whileCallsRun_loseNoCallAndNoStateAndGrowNothing() throws Exception {
    SettingsFolder settings = new SettingsFolder(folder);
    try (Upstream even = Upstream.thatAnswers();
        Upstream odd = Upstream.thatAnswers();
        Upstream down =
            Upstream.that(request -> request.response().setStatusCode(503).end("down"))) {
      List<Upstream> upstreams = List.of(even, odd, down);
      Path file = write(settings, upstreams, 0);
      try (RunningGateway gateway = RunningGateway.from(file);
          Load load = new Load(gateway)) {
        gateway.get("/down/x");
        gateway.order("/api/v1/circuits/forced/force-open", "{\"reason\":\"audit\"}");

        reload(gateway, settings, upstreams, WARM_UP);
        Size before = Size.of(gateway, upstreams);
        reload(gateway, settings, upstreams, RELOADS);
        Size after = Size.of(gateway, upstreams);

        load.stop();
        assertThat(load.failures).isEmpty();
        assertThat(load.answered.sum()).isGreaterThan(RELOADS);
        assertThat(outcome(gateway.get("/down/x"))).isEqualTo("rejected;reason=open");
        assertThat(outcome(gateway.get("/forced/x"))).isEqualTo("rejected;reason=forced-open");
        assertThat(after.series()).as("series").isEqualTo(before.series());
        assertThat(after.threads()).as("threads").isLessThanOrEqualTo(before.threads() + 2);
        assertThat(after.files()).as("files").isLessThanOrEqualTo(before.files() + CLIENTS);
        assertThat(after.connections())
            .as("connections: those of the former url are closed as they come free")
            .isLessThanOrEqualTo(2 * CLIENTS + 2);
        assertThat(after.heapBytes() - before.heapBytes()).as("heap").isLessThan(HEAP_SLACK_BYTES);
        assertThat(gateway.metric("switchgear_config_reload_failures_total")).isZero();
      }
    }
  }

  private static void reload(
      RunningGateway gateway, SettingsFolder settings, List<Upstream> upstreams, int times)
      throws Exception {
    for (int i = 1; i <= times; i++) {
      write(settings, upstreams, i);
      gateway.gateway().reload().get(30, TimeUnit.SECONDS);
    }
  }

  /** Odd and even settings differ in everything that can change. */
  private static Path write(SettingsFolder settings, List<Upstream> upstreams, int round) {
    boolean odd = round % 2 == 1;
    Upstream upstream = upstreams.get(round % 2);
    List<String> lines = new ArrayList<>();
    lines.add("erp:");
    lines.add("  url: '" + upstream.uri() + (odd ? "/odd'" : "/even'"));
    lines.add("  key: { header: X-Api-Key }");
    lines.add("  keys: { maxKeys: " + (odd ? 100 : 200) + " }");
    lines.add("  headers: { set: { X-Round: '" + round + "' } }");
    lines.add("  timeout: { total: " + (odd ? "20s" : "30s") + " }");
    lines.add("  breaker: { trip: { consecutiveFailures: " + (odd ? 5 : 6) + " } }");
    lines.add("  bulkhead: { maxConcurrent: " + (odd ? 32 : 64) + ", maxQueued: 100 }");
    lines.add("  rateLimit: { limit: " + (odd ? 100_000 : 200_000) + "/s, burst: 10000 }");
    if (odd) {
      lines.add("  retry: { maxAttempts: 2 }");
      lines.add("  operations: [ { name: read, match: { methods: [ GET ] } } ]");
      lines.add("extra: { url: '" + upstream.uri() + "' }");
    }
    lines.add(
        "down: { url: '"
            + upstreams.get(2).uri()
            + "', breaker: { trip: { consecutiveFailures: 1 }, coolDown: "
            + (odd ? "1h" : "2h")
            + " } }");
    lines.add("forced: { url: '" + upstream.uri() + "' }");
    return settings.dependencies(lines.toArray(String[]::new));
  }

  private static String outcome(HttpResponse<String> answer) {
    return answer.headers().firstValue("Switchgear-Outcome").orElseThrow();
  }

  /** What could grow. */
  private record Size(long series, int threads, long files, int connections, long heapBytes) {
    static Size of(RunningGateway gateway, List<Upstream> upstreams) {
      long series = gateway.admin("/metrics").body().lines().count();
      var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      int threads = ManagementFactory.getThreadMXBean().getThreadCount();
      return new Size(
          series,
          threads,
          system.getOpenFileDescriptorCount(),
          upstreams.stream().mapToInt(Upstream::open).sum(),
          leastHeap());
    }

    private static long leastHeap() {
      var memory = ManagementFactory.getMemoryMXBean();
      long least = Long.MAX_VALUE;
      for (int i = 0; i < 5; i++) {
        memory.gc();
        least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
      }
      return least;
    }
  }

  /** Clients that call without a break. */
  private static final class Load implements AutoCloseable {
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder answered = new LongAdder();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final List<CompletableFuture<Void>> clients = new ArrayList<>();

    Load(RunningGateway gateway) {
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(
            CompletableFuture.runAsync(
                () -> call(gateway, client), task -> new Thread(task).start()));
      }
    }

    private void call(RunningGateway gateway, int client) {
      try (RawConnection connection = RawConnection.to(gateway.data())) {
        while (!stopping.get()) {
          connection.sendHead("GET /erp/x HTTP/1.1", "Host: h", "X-Api-Key: k" + client);
          String head = connection.readHead();
          connection.read(RawConnection.contentLength(head));
          if (head.startsWith("HTTP/1.1 200")) {
            answered.increment();
          } else {
            failures.add(head);
          }
        }
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    }

    void stop() {
      stopping.set(true);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> clients.stream().allMatch(CompletableFuture::isDone));
      clients.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
      stopping.set(true);
    }
  }
}
