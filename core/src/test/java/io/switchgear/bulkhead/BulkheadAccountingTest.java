// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Field case R7: places that other bulkheads lose or invent (resilience4j#184, #2186, #332,
 * failsafe#393); and T11(f): a call that outlives its caller's patience keeps its place.
 */
class BulkheadAccountingTest {
  private final VirtualTime time = new VirtualTime();
  private final Bulkhead bulkhead =
      Bulkhead.named("erp")
          .maxConcurrent(8)
          .maxQueued(8)
          .maxWait(Duration.ofSeconds(1))
          .time(time)
          .build();

  private List<BulkheadPermit> taken(int places) {
    return IntStream.range(0, places).mapToObj(i -> bulkhead.tryAcquire().orElseThrow()).toList();
  }

  private List<CompletableFuture<BulkheadPermit>> waiting(int waiters) {
    return IntStream.range(0, waiters).mapToObj(i -> bulkhead.acquireAsync()).toList();
  }

  @Test
  void caseR7a_resize_below10InFlight_admitsAgainBelow5() {
    bulkhead.resize(10);
    List<BulkheadPermit> running = taken(10);

    bulkhead.resize(5);

    assertThat(bulkhead.maxConcurrent()).isEqualTo(5);
    assertThat(bulkhead.inUse()).isEqualTo(10);
    running.subList(0, 5).forEach(BulkheadPermit::release);
    assertThat(bulkhead.inUse()).isEqualTo(5);
    assertThat(bulkhead.tryAcquire()).isEmpty();
    running.get(5).release();
    assertThat(bulkhead.tryAcquire()).isPresent();
    assertThat(bulkhead.tryAcquire()).isEmpty();
  }

  @Test
  void resize_upwards_letsWaitersIn() {
    taken(8);
    List<CompletableFuture<BulkheadPermit>> waiters = waiting(3);

    bulkhead.resize(10);

    assertThat(waiters.get(0)).isCompleted();
    assertThat(waiters.get(1)).isCompleted();
    assertThat(waiters.get(2)).isNotDone();
    assertThat(bulkhead.inUse()).isEqualTo(10);
  }

  @Test
  void caseR7b_whatDependsOnAWaiterThrows_losesNoPlace() {
    List<BulkheadPermit> running = taken(8);
    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();
    CompletableFuture<Void> dependent =
        waiter.thenAccept(
            permit -> {
              throw new AssertionError("listener");
            });
    CompletableFuture<BulkheadPermit> next = bulkhead.acquireAsync();

    running.get(0).release();
    running.get(1).release();

    assertThat(dependent).isCompletedExceptionally();
    assertThat(next).isCompleted();
    waiter.join().release();
    next.join().release();
    running.forEach(BulkheadPermit::release);
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void resize_whenTheFirstWaiterCancelsTheNextOne_passesItsPlaceOn() {
    taken(8);
    CompletableFuture<BulkheadPermit> first = bulkhead.acquireAsync();
    CompletableFuture<BulkheadPermit> second = bulkhead.acquireAsync();
    CompletableFuture<BulkheadPermit> third = bulkhead.acquireAsync();
    var unused = first.thenAccept(permit -> second.cancel(false));

    bulkhead.resize(10);

    assertThat(second).isCancelled();
    assertThat(third).isCompleted();
    assertThat(bulkhead.inUse()).isEqualTo(10);
  }

  @Test
  void caseR7c_releaseAgain_doesNotRaiseTheLimit() {
    List<BulkheadPermit> running = taken(8);

    for (int i = 0; i < 10; i++) {
      running.forEach(BulkheadPermit::release);
    }

    assertThat(bulkhead.inUse()).isZero();
    taken(8);
    assertThat(bulkhead.tryAcquire()).isEmpty();
  }

  @Test
  void caseR7d_eightTimedOutWaiters_leave8Of8Places() {
    List<BulkheadPermit> running = taken(8);
    List<CompletableFuture<BulkheadPermit>> waiters = waiting(8);

    time.advance(Duration.ofSeconds(1));
    running.forEach(BulkheadPermit::release);

    assertThat(waiters).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(bulkhead.queued()).isZero();
    taken(8);
    assertThat(bulkhead.tryAcquire()).isEmpty();
  }

  @Test
  void callAsync_whenTheCallerGivesUpOnACallThatGoesOn_keepsThePlaceUntilItReturns() {
    CompletableFuture<String> work = new CompletableFuture<>();
    // A minimal stage can't be cancelled from outside, like code that ignores its interrupt.
    CompletableFuture<String> future = bulkhead.callAsync(work::minimalCompletionStage);

    future.cancel(true);

    assertThat(bulkhead.inUse()).isEqualTo(1);
    work.complete("late");
    assertThat(bulkhead.inUse()).isZero();
    assertThatThrownBy(future::join).isInstanceOf(java.util.concurrent.CancellationException.class);
  }
}
