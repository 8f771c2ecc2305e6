// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Random sequences of events: the bulkhead does what a list and a counter do. */
class BulkheadProperties {
  private static final int MAX_QUEUED = 3;
  private static final int MAX_WAIT_MILLIS = 10;

  @Test
  void randomEvents_bulkheadDoesWhatTheModelDoes() {
    SeededSequences.of(BulkheadProperties::event)
        .runs(1_000)
        .check(
            events -> {
              Run run = new Run();
              events.forEach(run::play);
              run.end();
            });
  }

  /** What happens; {@code pick} chooses among permits or waiters, or is a size or a time. */
  private record Event(Kind kind, int pick) {}

  private enum Kind {
    TRY,
    ACQUIRE,
    RELEASE,
    CANCEL,
    RESIZE,
    ADVANCE
  }

  private static Event event(SplittableRandom random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    return new Event(kind, random.nextInt(100));
  }

  /** A call that waits, and when it gives up. */
  private record Waiting(int id, long deadlineMillis) {}

  /** The bulkhead and the model side by side. */
  private static final class Run {
    private final VirtualTime time = new VirtualTime();
    private final Bulkhead bulkhead =
        Bulkhead.named("erp")
            .maxConcurrent(2)
            .maxQueued(MAX_QUEUED)
            .maxWait(Duration.ofMillis(MAX_WAIT_MILLIS))
            .time(time)
            .build();
    private final List<BulkheadPermit> permits = new ArrayList<>();
    private final List<CompletableFuture<BulkheadPermit>> futures = new ArrayList<>();
    private final List<Integer> admitted = new ArrayList<>();

    // The model.
    private final List<Waiting> queue = new ArrayList<>();
    private final List<Integer> modelAdmitted = new ArrayList<>();
    private int limit = 2;
    private int inUse;
    private long nowMillis;

    void play(Event event) {
      int pick = event.pick();
      switch (event.kind()) {
        case TRY -> tryAcquire();
        case ACQUIRE -> acquire();
        case RELEASE -> release(pick);
        case CANCEL -> cancel(pick);
        case RESIZE -> resize(1 + pick % 5);
        case ADVANCE -> advance(pick % (MAX_WAIT_MILLIS + 2));
      }
      compare();
    }

    private void tryAcquire() {
      boolean fits = fits();
      inUse += fits ? 1 : 0;

      var permit = bulkhead.tryAcquire();

      assertThat(permit.isPresent()).isEqualTo(fits);
      permit.ifPresent(permits::add);
    }

    private void acquire() {
      int id = futures.size();
      boolean fits = fits();
      boolean refused = !fits && queue.size() == MAX_QUEUED;
      if (fits) {
        inUse++;
        modelAdmitted.add(id);
      } else if (!refused) {
        queue.add(new Waiting(id, nowMillis + MAX_WAIT_MILLIS));
      }

      CompletableFuture<BulkheadPermit> future = bulkhead.acquireAsync();

      futures.add(future);
      assertThat(future.isCompletedExceptionally()).isEqualTo(refused);
      var unused =
          future.thenAccept(
              permit -> {
                admitted.add(id);
                permits.add(permit);
              });
    }

    /** Permits stay in the list when released, so some are released again. */
    private void release(int pick) {
      if (permits.isEmpty()) {
        return;
      }
      BulkheadPermit permit = permits.get(pick % permits.size());
      if (permit.release()) {
        inUse--;
        admitWaiters();
      }
    }

    private void cancel(int pick) {
      if (queue.isEmpty()) {
        return;
      }
      Waiting waiting = queue.remove(pick % queue.size());
      assertThat(futures.get(waiting.id()).cancel(false)).isTrue();
    }

    private void resize(int newLimit) {
      limit = newLimit;
      admitWaiters();
      bulkhead.resize(newLimit);
    }

    private void advance(int millis) {
      nowMillis += millis;
      queue.removeIf(waiting -> waiting.deadlineMillis() <= nowMillis);
      time.advance(Duration.ofMillis(millis));
    }

    private boolean fits() {
      return queue.isEmpty() && inUse < limit;
    }

    private void admitWaiters() {
      while (!queue.isEmpty() && inUse < limit) {
        modelAdmitted.add(queue.remove(0).id());
        inUse++;
      }
    }

    private void compare() {
      assertThat(bulkhead.inUse()).isEqualTo(inUse);
      assertThat(bulkhead.queued()).isEqualTo(queue.size());
      assertThat(bulkhead.maxConcurrent()).isEqualTo(limit);
      assertThat(admitted).isEqualTo(modelAdmitted);
      assertThat(time.scheduledTasks()).isEqualTo(queue.size());
    }

    void end() {
      futures.forEach(future -> future.cancel(false));
      List.copyOf(permits).forEach(BulkheadPermit::release);

      assertThat(bulkhead.inUse()).isZero();
      assertThat(bulkhead.queued()).isZero();
      assertThat(time.scheduledTasks()).isZero();
    }
  }
}
