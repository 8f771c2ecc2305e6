// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.switchgear.core.CallOptions;
import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Deadline;
import io.switchgear.core.RejectionReason;
import io.switchgear.testkit.RefusingTime;
import io.switchgear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkheadTest {
  private final VirtualTime time = new VirtualTime();

  private Bulkhead bulkhead(int maxConcurrent, int maxQueued) {
    return Bulkhead.named("erp")
        .maxConcurrent(maxConcurrent)
        .maxQueued(maxQueued)
        .maxWait(Duration.ofSeconds(2))
        .time(time)
        .build();
  }

  private static BulkheadPermit taken(Bulkhead bulkhead) {
    return bulkhead.tryAcquire().orElseThrow();
  }

  private static List<BulkheadPermit> taken(Bulkhead bulkhead, int places) {
    return IntStream.range(0, places).mapToObj(i -> taken(bulkhead)).toList();
  }

  private static CallRejectedException refusal(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    Throwable error = future.handle((result, e) -> e).join();
    assertThat(error).isInstanceOf(BulkheadRejectedException.class);
    return (CallRejectedException) error;
  }

  @Test
  void tryAcquire_whenPlacesAreFree_takesThemAll() {
    Bulkhead bulkhead = bulkhead(2, 0);

    taken(bulkhead, 2);

    assertThat(bulkhead.inUse()).isEqualTo(2);
    assertThat(bulkhead.tryAcquire()).isEmpty();
    assertThat(bulkhead).hasToString("erp: 2 of 2 places in use, 0 waiting");
  }

  @Test
  void release_twice_givesOnePlaceBack() {
    Bulkhead bulkhead = bulkhead(2, 0);
    BulkheadPermit first = taken(bulkhead, 2).get(0);

    assertThat(first.release()).isTrue();
    assertThat(first.release()).isFalse();
    first.close();

    assertThat(bulkhead.inUse()).isEqualTo(1);
  }

  @Test
  void call_whenFull_isRefusedWithoutBeingMade() {
    Bulkhead bulkhead = bulkhead(1, 0);
    taken(bulkhead);
    List<String> made = new ArrayList<>();

    assertThatThrownBy(() -> bulkhead.call(() -> made.add("call")))
        .isInstanceOfSatisfying(
            BulkheadRejectedException.class,
            e -> {
              assertThat(e).hasMessage("Bulkhead erp is full: the call was not made");
              assertThat(e.reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
              assertThat(e.name()).isEqualTo("erp");
              assertThat(e.key()).isEmpty();
              assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(1));
              assertThat(e.getStackTrace()).isEmpty();
            });
    assertThat(made).isEmpty();
  }

  @Test
  void call_whenItThrows_givesThePlaceBack() {
    Bulkhead bulkhead = bulkhead(1, 0);

    assertThatThrownBy(
            () ->
                bulkhead.call(
                    () -> {
                      throw new IOException("reset");
                    }))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                bulkhead.call(
                    () -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(StackOverflowError.class);

    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void call_whenAPlaceIsFree_returnsTheResult() throws InterruptedException {
    Bulkhead bulkhead = bulkhead(1, 0);

    String result = bulkhead.call(() -> "in use: " + bulkhead.inUse());

    assertThat(result).isEqualTo("in use: 1");
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void acquireAsync_whenFull_waitsInOrder() {
    Bulkhead bulkhead = bulkhead(1, 2);
    BulkheadPermit running = taken(bulkhead);
    CompletableFuture<BulkheadPermit> first = bulkhead.acquireAsync();
    CompletableFuture<BulkheadPermit> second = bulkhead.acquireAsync();
    assertThat(bulkhead.queued()).isEqualTo(2);

    running.release();

    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
    first.join().release();
    assertThat(second).isCompleted();
    assertThat(bulkhead.queued()).isZero();
    assertThat(bulkhead.inUse()).isEqualTo(1);
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void acquireAsync_whenTheQueueIsFull_isRefusedAtOnce() {
    Bulkhead bulkhead = bulkhead(1, 1);
    taken(bulkhead);
    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();

    CallRejectedException refusal = refusal(bulkhead.acquireAsync());

    assertThat(refusal.reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
    assertThat(waiter).isNotDone();
  }

  @Test
  void acquireAsync_whenItWaitedAsLongAsItMay_isRefused() {
    Bulkhead bulkhead = bulkhead(1, 1);
    taken(bulkhead);
    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();

    time.advance(Duration.ofMillis(1_999));
    assertThat(waiter).isNotDone();
    time.advance(Duration.ofMillis(1));

    CallRejectedException refusal = refusal(waiter);
    assertThat(refusal.reason()).isEqualTo(RejectionReason.BULKHEAD_TIMEOUT);
    assertThat(refusal)
        .hasMessage("Bulkhead erp had no place within 2000 ms: the call was not made");
    assertThat(bulkhead.queued()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"PT0.2S, 200", "PT0.0002S, 1", "PT1.9999S, 2000"})
  void enterLater_whenTheDeadlineEndsTheWait_saysSo(Duration left, long millis) {
    Bulkhead bulkhead = bulkhead(1, 1);
    taken(bulkhead);
    CompletableFuture<Long> waiter =
        bulkhead.enterLater(CallOptions.none().deadline(Deadline.after(left, time)));

    time.advance(left);

    CallRejectedException refusal = refusal(waiter);
    assertThat(refusal.reason()).isEqualTo(RejectionReason.BULKHEAD_TIMEOUT);
    assertThat(refusal)
        .hasMessage(
            "Bulkhead erp had no place within "
                + millis
                + " ms, all that its caller's deadline had left: the call was not made");
  }

  @Test
  void acquireAsync_whenCancelled_leavesTheQueue() {
    Bulkhead bulkhead = bulkhead(1, 2);
    BulkheadPermit running = taken(bulkhead);
    CompletableFuture<BulkheadPermit> first = bulkhead.acquireAsync();
    CompletableFuture<BulkheadPermit> second = bulkhead.acquireAsync();

    first.cancel(false);

    assertThat(bulkhead.queued()).isEqualTo(1);
    running.release();
    assertThat(second).isCompleted();
    assertThat(time.scheduledTasks()).isZero();
  }

  @Test
  void tryAcquire_whileSomebodyWaitsForAPlaceThatBecameFree_doesNotOvertake() {
    Bulkhead bulkhead = bulkhead(1, 1);
    BulkheadPermit running = taken(bulkhead);
    List<Optional<BulkheadPermit>> newcomers = new ArrayList<>();
    CompletableFuture<Void> waiter =
        bulkhead.acquireAsync().thenAccept(permit -> newcomers.add(bulkhead.tryAcquire()));

    running.release();

    assertThat(waiter).isCompleted();
    assertThat(newcomers).containsExactly(Optional.empty());
  }

  @Test
  void release_whenEachWaiterReleasesAtOnce_tellsALongQueueWithoutOverflow() {
    Bulkhead bulkhead = bulkhead(1, 100_000);
    BulkheadPermit running = taken(bulkhead);
    List<Integer> told = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      int waiter = i;
      var unused =
          bulkhead
              .acquireAsync()
              .thenAccept(
                  permit -> {
                    told.add(waiter);
                    permit.release();
                  });
    }

    running.release();

    assertThat(told).hasSize(100_000).isSorted();
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void caseR4_timerIsShutDown_failsAndWaitsForNothing() {
    Bulkhead bulkhead =
        Bulkhead.named("erp").maxConcurrent(1).maxQueued(1).time(new RefusingTime(time)).build();
    BulkheadPermit running = taken(bulkhead);

    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();

    assertThat(waiter).isCompletedExceptionally();
    assertThat(bulkhead.queued()).isZero();
    running.release();
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void acquireAsync_whenNoThreadIsLeftForTheTimer_failsAndWaitsForNothing() {
    Error noThread = new OutOfMemoryError("unable to create native thread");
    Bulkhead bulkhead =
        Bulkhead.named("erp")
            .maxConcurrent(1)
            .maxQueued(1)
            .time(new RefusingTime(time, noThread))
            .build();
    BulkheadPermit running = taken(bulkhead);

    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();

    assertThatThrownBy(waiter::join).hasCause(noThread);
    assertThatThrownBy(bulkhead::acquire).isSameAs(noThread);
    assertThat(bulkhead.queued()).isZero();
    running.release();
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void callAsync_keepsThePlaceUntilTheStageCompletes() {
    Bulkhead bulkhead = bulkhead(1, 1);
    CompletableFuture<String> started = new CompletableFuture<>();
    CompletableFuture<String> first = bulkhead.callAsync(() -> started);
    CompletableFuture<String> second =
        bulkhead.callAsync(() -> CompletableFuture.completedFuture("second"));
    assertThat(second).isNotDone();

    started.complete("first");

    assertThat(first).isCompletedWithValue("first");
    assertThat(second).isCompletedWithValue("second");
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void caseR4_supplierOrStageFails_givesThePlaceBack() {
    Bulkhead bulkhead = bulkhead(1, 0);
    IllegalStateException error = new IllegalStateException("no connection");

    CompletableFuture<String> thrown =
        bulkhead.callAsync(
            () -> {
              throw error;
            });
    CompletableFuture<String> failed =
        bulkhead.callAsync(() -> CompletableFuture.failedFuture(new CompletionException(error)));

    assertThat(thrown).isCompletedExceptionally();
    assertThat(thrown.handle((result, e) -> e).join()).isSameAs(error);
    assertThat(failed.handle((result, e) -> e).join()).isSameAs(error);
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void callAsync_whenFull_failsWithTheRejection() {
    Bulkhead bulkhead = bulkhead(1, 0);
    taken(bulkhead);

    CompletableFuture<String> refused =
        bulkhead.callAsync(() -> CompletableFuture.completedFuture("made"));

    assertThat(refusal(refused).reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
  }

  @Test
  void callAsync_whenCancelledWhileWaiting_leavesTheQueueAndIsNeverMade() {
    Bulkhead bulkhead = bulkhead(1, 1);
    BulkheadPermit running = taken(bulkhead);
    List<String> made = new ArrayList<>();
    CompletableFuture<Boolean> waiting =
        bulkhead.callAsync(() -> CompletableFuture.completedFuture(made.add("call")));

    waiting.cancel(false);

    assertThat(bulkhead.queued()).isZero();
    running.release();
    assertThat(made).isEmpty();
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void callAsync_whenCancelledWhileRunning_cancelsTheCallsOwnFuture() {
    Bulkhead bulkhead = bulkhead(1, 0);
    CompletableFuture<String> started = new CompletableFuture<>();
    CompletableFuture<String> future = bulkhead.callAsync(() -> started);

    future.cancel(false);

    assertThat(started).isCancelled();
    assertThat(bulkhead.inUse()).isZero();
  }

  @Test
  void settings_outOfRange_areRefusedWithTheirName() {
    assertThatThrownBy(() -> Bulkhead.named(" ")).hasMessageContaining("name");
    assertThatThrownBy(() -> bulkhead(0, 0)).hasMessageContaining("maxConcurrent");
    assertThatThrownBy(() -> bulkhead(1, -1)).hasMessageContaining("maxQueued");
    assertThatThrownBy(() -> Bulkhead.named("erp").maxWait(Duration.ZERO))
        .hasMessageContaining("maxWait");
    assertThatThrownBy(() -> bulkhead(1, 0).resize(1_000_001))
        .hasMessage("maxConcurrent must be from 1 to 1000000, but is 1000001");
  }

  @Test
  void settings_whenChanged_leaveTheOriginalAsItWas() {
    BulkheadConfig original = Bulkhead.named("erp");

    BulkheadConfig changed =
        original.name("crm").maxConcurrent(4).maxQueued(8).maxWait(Duration.ofSeconds(1));

    assertThat(original).hasToString("erp: at most 16 at once, 0 waiting");
    assertThat(original.maxWait()).isEqualTo(Duration.ofSeconds(10));
    assertThat(changed.name()).isEqualTo("crm");
    assertThat(changed.maxConcurrent()).isEqualTo(4);
    assertThat(changed.maxQueued()).isEqualTo(8);
    assertThat(changed.maxWait()).isEqualTo(Duration.ofSeconds(1));
    assertThat(changed.build().name()).isEqualTo("crm");
  }

  @Test
  void reconfigure_whileCallsRun_keepsPlacesAndTheQueueInOrder() {
    Bulkhead bulkhead = bulkhead(2, 2);
    BulkheadPermit first = taken(bulkhead, 2).get(0);
    CompletableFuture<BulkheadPermit> waiter = bulkhead.acquireAsync();
    CompletableFuture<BulkheadPermit> second = bulkhead.acquireAsync();

    bulkhead.reconfigure(
        Bulkhead.named("other").maxConcurrent(1).maxQueued(1).maxWait(Duration.ofSeconds(9)));

    assertThat(bulkhead).hasToString("erp: 2 of 1 places in use, 2 waiting");
    assertThat(refusal(bulkhead.acquireAsync()).reason()).isEqualTo(RejectionReason.BULKHEAD_FULL);
    first.release();
    assertThat(waiter).isNotDone();
    bulkhead.reconfigure(Bulkhead.named("other").maxConcurrent(2).maxQueued(1));
    assertThat(waiter).isCompleted();
    assertThat(second).isNotDone();
  }

  @Test
  void reconfigure_changesTheWaitsOfThoseWhoComeLater() {
    Bulkhead bulkhead = bulkhead(1, 2);
    taken(bulkhead);
    CompletableFuture<BulkheadPermit> before = bulkhead.acquireAsync();

    bulkhead.reconfigure(
        Bulkhead.named("erp").maxConcurrent(1).maxQueued(2).maxWait(Duration.ofSeconds(5)));
    CompletableFuture<BulkheadPermit> after = bulkhead.acquireAsync();
    time.advance(Duration.ofSeconds(2));

    assertThat(before).isCompletedExceptionally();
    assertThat(after).isNotDone();
    time.advance(Duration.ofSeconds(3));
    assertThat(after).isCompletedExceptionally();
  }
}
