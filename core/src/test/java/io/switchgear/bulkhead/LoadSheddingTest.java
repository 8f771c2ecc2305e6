// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.Priority;
import io.switchgear.core.RejectionReason;
import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The last places are for calls that matter more. */
class LoadSheddingTest {
  private final VirtualTime time = new VirtualTime();

  private BulkheadConfig erp(int maxConcurrent) {
    return Bulkhead.named("erp").maxConcurrent(maxConcurrent).time(time);
  }

  private static int fill(Bulkhead bulkhead, Priority priority) {
    int taken = 0;
    while (bulkhead.tryAcquire(priority).isPresent()) {
      taken++;
    }
    return taken;
  }

  @Test
  void tryAcquire_eachPriority_fillsItsShareAndNoMore() {
    Bulkhead bulkhead = erp(10).shares(0.9, 0.5).build();

    assertThat(fill(bulkhead, Priority.SHEDDABLE)).isEqualTo(5);
    assertThat(fill(bulkhead, Priority.NORMAL)).isEqualTo(4);
    assertThat(fill(bulkhead, Priority.SHEDDABLE)).isZero();
    assertThat(fill(bulkhead, Priority.CRITICAL)).isEqualTo(1);
    assertThat(bulkhead.tryAcquire()).isEmpty();
  }

  @Test
  void shares_unlessSet_takeNothingFromThoseWithoutAPriority() {
    assertThat(fill(erp(10).build(), Priority.NORMAL)).isEqualTo(10);
    assertThat(fill(erp(10).build(), Priority.SHEDDABLE)).isEqualTo(8);
  }

  @Test
  void tryAcquire_withASinglePlace_isOpenToAll() {
    assertThat(fill(erp(1).shares(0.5, 0.1).build(), Priority.SHEDDABLE)).isEqualTo(1);
  }

  @Test
  void tryAcquire_afterTheBulkheadGrew_hasItsShareOfTheNewSize() {
    Bulkhead bulkhead = erp(10).shares(1, 0.5).build();
    fill(bulkhead, Priority.SHEDDABLE);

    bulkhead.resize(100);

    assertThat(fill(bulkhead, Priority.SHEDDABLE)).isEqualTo(45);
  }

  @Test
  void acquireAsync_ofAPriorityWhoseShareIsFilled_isRefusedInsteadOfWaiting() {
    Bulkhead bulkhead = erp(10).maxQueued(5).build();
    fill(bulkhead, Priority.SHEDDABLE);

    assertThatThrownBy(() -> bulkhead.call(Priority.SHEDDABLE, () -> "made"))
        .isInstanceOfSatisfying(
            BulkheadRejectedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
              assertThat(e).hasMessageContaining("keeps its last places");
            });
    assertThat(bulkhead.queued()).isZero();
    fill(bulkhead, Priority.NORMAL);
    assertThat(bulkhead.acquireAsync(Priority.CRITICAL)).isNotDone();
    assertThat(bulkhead.queued()).isEqualTo(1);
  }

  @Test
  void shares_thatPreferLessImportantCalls_areRefused() {
    assertThatThrownBy(() -> erp(10).shares(0.5, 0.6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("share of SHEDDABLE must be at most that of NORMAL, which is 0.5, but is 0.6");
    assertThatThrownBy(() -> erp(10).shares(1.1, 0.6)).hasMessageContaining("normal");
    assertThatThrownBy(() -> erp(10).shares(1, 0)).hasMessageContaining("sheddable");
  }

  private record Event(boolean release, Priority priority) {}

  private static Event event(SplittableRandom random) {
    Priority[] all = Priority.values();
    return new Event(random.nextInt(3) == 0, all[random.nextInt(all.length)]);
  }

  @Test
  void randomCalls_areAdmittedExactlyWhileFewerRunThanTheirShareAllows() {
    SeededSequences.of(LoadSheddingTest::event)
        .check(
            events -> {
              Bulkhead bulkhead = erp(20).shares(0.75, 0.25).build();
              List<BulkheadPermit> held = new ArrayList<>();
              for (Event event : events) {
                if (event.release() && !held.isEmpty()) {
                  held.remove(0).release();
                  continue;
                }
                int places =
                    switch (event.priority()) {
                      case CRITICAL -> 20;
                      case NORMAL -> 15;
                      case SHEDDABLE -> 5;
                    };
                boolean expected = held.size() < places;
                var permit = bulkhead.tryAcquire(event.priority());
                assertThat(permit.isPresent()).isEqualTo(expected);
                permit.ifPresent(held::add);
                assertThat(bulkhead.inUse()).isEqualTo(held.size());
              }
            });
  }
}
