// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.bulkhead.Bulkhead;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RacingPlaceTest {
  private static final CallOptions NONE = CallOptions.none();

  private final VirtualTime time = new VirtualTime();
  private final Bulkhead bulkhead =
      Bulkhead.named("rates").maxConcurrent(1).maxQueued(2).time(time).build();
  private final Gate place =
      Objects.requireNonNull(RacingPlace.in(new Gates(null, null, bulkhead, null)).place());

  @Test
  void exit_ofASuccess_withdrawsOwnWaitersAndServesOthers() {
    long ticket = place.enter(NONE);
    assertThat(place.enter(NONE)).isEqualTo(Gate.WAITS);
    CompletableFuture<Long> own = place.enterLater(NONE);
    CompletableFuture<Long> other = bulkhead.enterLater(NONE);

    place.exit(ticket, Assessment.of(Verdict.SUCCESS));

    assertThat(own).isCancelled();
    assertThat(other).isCompleted();
  }

  @Test
  void exit_ofAFailure_leavesThePlaceToOwnWaiters() {
    long ticket = place.enter(NONE);
    CompletableFuture<Long> own = place.enterLater(NONE);

    place.exit(ticket, Assessment.of(Verdict.FAILURE));

    assertThat(own).isCompleted();
    place.cancel(own.join());
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void enter_afterTheWinner_isNotLetIn() {
    place.exit(place.enter(NONE), Assessment.of(Verdict.SUCCESS));
    long other = bulkhead.enter(NONE);

    assertThatThrownBy(() -> place.enter(NONE)).isInstanceOf(CancellationException.class);
    assertThat(place.enterLater(NONE)).isCancelled();

    bulkhead.cancel(other);
    assertThat(place.enterLater(NONE)).as("though there is a place").isCancelled();
    assertThat(bulkhead.inUse()).isZero();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void in_withoutABulkhead_isTheGatesThemselves() {
    Gates gates = new Gates(null, null, null, null);

    assertThat(RacingPlace.in(gates)).isSameAs(gates);
  }
}
