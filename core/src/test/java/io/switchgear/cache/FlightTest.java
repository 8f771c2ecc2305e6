// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FlightTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void limitBy_afterTheEnd_leavesNoTimer() {
    Flight<String> flight = new Flight<>(new Question("key"), 0, false);
    assertThat(flight.claim()).isTrue();
    flight.complete(LoadEnd.none(new CancellationException("over")));

    flight.limitBy(time.schedule(Duration.ofDays(1), () -> {}));

    assertThat(time.scheduledTasks()).isZero();
  }

  /** One who joined a load that ended for its own caller alone makes the call in his turn. */
  @Test
  void followerThatLeavesWhenItsTurnComes_startsNoLoad() {
    HookedTime hooked = new HookedTime();
    AnswerCache<String, String> cache =
        AnswerCache.named("rates").freshFor(Duration.ofMinutes(1)).time(hooked).build();
    CompletableFuture<String> pending = new CompletableFuture<>();
    CallOptions hurried = CallOptions.none().deadline(Deadline.after(Duration.ofSeconds(1), time));
    var leader = cache.getAsync(hurried, "key", () -> pending);
    AtomicInteger calls = new AtomicInteger();
    var follower =
        cache.getAsync(
            "key",
            () -> {
              calls.incrementAndGet();
              return new CompletableFuture<>();
            });
    time.advance(Duration.ofSeconds(2));
    hooked.hook = () -> follower.cancel(true);

    pending.completeExceptionally(new IllegalStateException("too late for its caller"));

    assertThat(leader).isCompletedExceptionally();
    assertThat(follower).isCancelled();
    assertThat(calls).hasValue(0);
    assertThat(time.scheduledTasks()).isZero();
  }

  /** Does something once, when the time is read next. */
  private final class HookedTime implements TimeSource {
    private @Nullable Runnable hook;

    @Override
    public long nanoTime() {
      Runnable once = hook;
      hook = null;
      if (once != null) {
        once.run();
      }
      return time.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }

    @Override
    public TimeSource.ScheduledTask schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }
  }
}
