// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.TimeSource;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another caller refreshes an answer just while this one is about to. The clock is what a caller
 * reads on the way, so the other one comes with a reading of it.
 */
class OvertakenRefreshTest {
  private final VirtualTime time = new VirtualTime();
  private final CountedCall call = new CountedCall();
  private int readings;
  private int readingWithVisitor = Integer.MAX_VALUE;
  private final AnswerCache<String, String> cache =
      AnswerCache.named("rates")
          .freshFor(Duration.ofMinutes(5))
          .staleWhileRevalidate(Duration.ofMinutes(5))
          .time(new VisitedTime())
          .build();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void refresh_isMadeOnce_wheneverTheOtherCallerComes(int reading) {
    cache.put("parcel", "old");
    time.advance(Duration.ofMinutes(5));
    readings = 0;
    readingWithVisitor = reading;

    CompletableFuture<Cached<String>> seen = cache.getAsync("parcel", call::async);

    assertThat(readings).isGreaterThanOrEqualTo(reading);
    assertThat(seen).isDone();
    assertThat(call.made()).isEqualTo(1);
    assertThat(cache.stats().refreshes().started()).isEqualTo(1);
    assertThat(time.scheduledTasks()).isZero();
  }

  private void read() {
    readings++;
    if (readings == readingWithVisitor) {
      assertThat(cache.getAsync("parcel", call::async)).isDone();
    }
  }

  private final class VisitedTime implements TimeSource {
    @Override
    public long nanoTime() {
      read();
      return time.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }

    @Override
    public ScheduledTask schedule(Duration delay, Runnable task) {
      return time.schedule(delay, task);
    }
  }
}
