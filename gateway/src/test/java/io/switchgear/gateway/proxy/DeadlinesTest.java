// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  private final VirtualTime time = new VirtualTime();
  private final Deadlines deadlines = new Deadlines(time);

  @Test
  void beat_tellsTheTimeToThoseWhoWatch() {
    List<Long> beats = new ArrayList<>();
    deadlines.watch(beats::add);
    time.advance(Duration.ofNanos(7));

    deadlines.beat();

    assertThat(beats).containsExactly(7L);
  }

  @Test
  void beat_whileWatchersLeave_goesOn() {
    List<String> order = new ArrayList<>();
    Deadlines.Watched leaving =
        new Deadlines.Watched() {
          @Override
          public void beat(long nowNanos) {
            order.add("first");
            deadlines.forget(this);
          }
        };
    deadlines.watch(leaving);
    deadlines.watch(now -> order.add("second"));

    deadlines.beat();
    deadlines.beat();

    assertThat(order).containsExactly("first", "second", "second");
  }
}
