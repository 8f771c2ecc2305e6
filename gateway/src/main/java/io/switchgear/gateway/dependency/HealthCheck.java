// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.dependency;

import io.switchgear.circuitbreaker.HealthProbe;
import io.switchgear.config.DependencyConfig;
import io.switchgear.config.HealthProbeConfig;
import io.switchgear.core.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks a dependency for its health, for all circuits of an operation that are open: many keys may
 * be, and the dependency must not be stormed by questions. There is one at a time, and at most one
 * a second or an interval, whichever is shorter. A circuit that asks meanwhile waits for the next,
 * since an answer from before a trip says nothing about it.
 *
 * <p>Keys aren't passed: what is asked is whether the dependency works at all.
 *
 * <p><b>Thread safety:</b> none; on the event loop of the data plane, on which the timers of
 * circuits run.
 */
final class HealthCheck implements HealthProbe {
  private static final Duration LONGEST_GAP = Duration.ofSeconds(1);

  private final HealthRequest request;
  private final TimeSource time;
  private final long gapNanos;
  private boolean asking;
  private @Nullable CompletableFuture<Boolean> next;
  private long earliestNanos;

  HealthCheck(HealthProbeConfig config, DependencyConfig dependency, Shared shared) {
    this.request = new HealthRequest(config, dependency, shared);
    this.time = shared.time();
    Duration interval = config.interval();
    Duration gap = interval.compareTo(LONGEST_GAP) < 0 ? interval : LONGEST_GAP;
    this.gapNanos = gap.toNanos();
    this.earliestNanos = time.nanoTime();
  }

  @Override
  public CompletionStage<Boolean> isHealthy(Optional<String> key) {
    CompletableFuture<Boolean> waiting = next;
    if (waiting != null) {
      return waiting;
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    next = answer;
    if (!asking) {
      askWhenDue();
    }
    return answer;
  }

  private void askWhenDue() {
    long waitNanos = earliestNanos - time.nanoTime();
    if (waitNanos <= 0) {
      ask();
    } else {
      asking = true;
      var unused = time.schedule(Duration.ofNanos(waitNanos), this::ask);
    }
  }

  private void ask() {
    CompletableFuture<Boolean> answer = Objects.requireNonNull(next);
    next = null;
    asking = true;
    earliestNanos = time.nanoTime() + gapNanos;
    var unused =
        request
            .send()
            .whenComplete(
                (healthy, error) -> {
                  asking = false;
                  if (next != null) {
                    askWhenDue();
                  }
                  answer.complete(Boolean.TRUE.equals(healthy));
                });
  }
}
