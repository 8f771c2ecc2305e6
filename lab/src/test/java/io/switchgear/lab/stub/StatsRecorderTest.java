// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is counted, for how long, and that it stays bounded. */
class StatsRecorderTest {
  private final VirtualTime time = new VirtualTime();
  private final StatsRecorder stats = new StatsRecorder(time);

  @Test
  void requests_areCountedByEndKeyAndSecond() {
    StatsRecorder.Received slow = stats.receive("a");
    stats.receive("a").answered(429);
    stats.receive("b").cut();
    stats.receive("b").aborted();
    StatsRecorder.Received hanging = stats.receive("c");
    hanging.hangs();
    time.advance(ofSeconds(2));
    slow.answered(200);

    StubStats now = stats.snapshot();

    assertThat(now.totals()).isEqualTo(new StubStats.Totals(5, Map.of(200, 1L, 429, 1L), 1, 1));
    assertThat(now.now()).isEqualTo(new StubStats.Now(2, 1, 1, 0));
    assertThat(now.keys().top())
        .containsEntry("a", new StubStats.Count(2, Map.of(200, 1L, 429, 1L)))
        .containsEntry("b", new StubStats.Count(2, Map.of()))
        .containsEntry("c", new StubStats.Count(1, Map.of()));
    assertThat(now.perSecond())
        .containsExactly(
            new StubStats.Second(0, new StubStats.Count(5, Map.of(429, 1L))),
            new StubStats.Second(2, new StubStats.Count(0, Map.of(200, 1L))));
  }

  @Test
  void numbers_areThoseOfTheRequests() {
    assertThat(stats.receive("a").number()).isEqualTo(1);
    assertThat(stats.receive("b").number()).isEqualTo(2);
  }

  @Test
  void seconds_olderThanTheLast600_areForgotten() {
    stats.receive("a");
    time.advance(ofSeconds(599));
    assertThat(stats.snapshot().perSecond()).hasSize(1);

    time.advance(ofSeconds(1));
    assertThat(stats.snapshot().perSecond()).isEmpty();
    stats.receive("a");

    assertThat(stats.snapshot().perSecond())
        .containsExactly(new StubStats.Second(600, new StubStats.Count(1, Map.of())));
  }

  @Test
  void keys_beyondTheTop_areCountedTogether() {
    for (int i = 0; i < KeyTallies.MAX_KEYS + 50; i++) {
      stats.receive("key-" + i).answered(200);
    }
    stats.receive("key-7777").answered(200);
    stats.receive("key-late").answered(200);

    StubStats.Keys keys = stats.snapshot().keys();

    assertThat(keys.top()).hasSize(KeyTallies.TOP);
    assertThat(keys.top().keySet()).first().isEqualTo("key-7777");
    long shown = keys.top().values().stream().mapToLong(StubStats.Count::received).sum();
    assertThat(shown).isEqualTo(KeyTallies.TOP + 1);
    assertThat(keys.others().received() + shown).isEqualTo(KeyTallies.MAX_KEYS + 52);
    assertThat(keys.others().byStatus()).containsEntry(200, keys.others().received());
  }

  @Test
  void reset_forgetsAllButWhatIsUnderWay() {
    stats.receive("a").answered(200);
    StatsRecorder.Received before = stats.receive("a");
    before.hangs();
    time.advance(ofSeconds(5));

    stats.reset();

    assertThat(stats.snapshot().now()).isEqualTo(new StubStats.Now(0, 1, 1, 0));
    assertThat(stats.receive("a").number()).isEqualTo(1);
    before.aborted();
    assertThat(stats.snapshot().totals()).isEqualTo(new StubStats.Totals(1, Map.of(), 0, 0));
    assertThat(stats.snapshot().now()).isEqualTo(new StubStats.Now(0, 1, 0, 0));
  }
}
