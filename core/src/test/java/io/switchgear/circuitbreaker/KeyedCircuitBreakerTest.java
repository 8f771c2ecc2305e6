// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.testkit.Calls.failTimes;
import static io.switchgear.testkit.Calls.succeedTimes;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Assessment;
import io.switchgear.core.KeyLimits;
import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** A breaker for each key: isolation, idle keys, the bound. */
class KeyedCircuitBreakerTest {
  private final VirtualTime time = new VirtualTime();

  @Test
  void oneKeyInTrouble_othersSeeNoRejection() {
    KeyedCircuitBreaker<Integer> erp = settings().keyed(KeyLimits.maxKeys(100));

    failTimes(erp.forKey(7), 5);

    for (int key = 0; key < 20; key++) {
      CircuitState expected = key == 7 ? CircuitState.OPEN : CircuitState.CLOSED;
      assertThat(erp.forKey(key).state()).isEqualTo(expected);
    }
    assertThat(erp.stats().circuits())
        .containsEntry(CircuitState.OPEN, 1L)
        .containsEntry(CircuitState.CLOSED, 19L);
  }

  @Test
  void sameKey_sameBreaker() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(10));

    assertThat(erp.forKey("a")).isSameAs(erp.forKey("a")).isNotSameAs(erp.forKey("b"));
    assertThat(erp.find("c")).isEmpty();
    assertThat(erp.size()).isEqualTo(2);
  }

  @Test
  void idleClosedKey_isForgotten_openKeyIsNot() {
    KeyedCircuitBreaker<String> erp =
        settings()
            .coolDown(Duration.ofDays(1))
            .keyed(KeyLimits.maxKeys(10).idleAfter(Duration.ofMinutes(1)));
    failTimes(erp.forKey("open"), 5);
    succeedTimes(erp.forKey("idle"), 1);
    failTimes(erp.forKey("idle with a failure"), 1);

    for (int i = 0; i < 3; i++) {
      time.advance(Duration.ofMinutes(1));
      erp.tick();
    }

    assertThat(erp.find("idle")).isEmpty();
    assertThat(erp.find("idle with a failure")).isEmpty();
    assertThat(erp.forKey("open").state()).isEqualTo(CircuitState.OPEN);
    assertThat(erp.stats().circuits())
        .containsEntry(CircuitState.OPEN, 1L)
        .containsEntry(CircuitState.CLOSED, 0L);
  }

  @Test
  void limitKeys_whileKeysAreKnown_keepsThoseThatAreNotClosed() {
    KeyedCircuitBreaker<Integer> erp = settings().keyed(KeyLimits.maxKeys(3));
    failTimes(erp.forKey(0), 5);
    erp.forKey(1);
    erp.forKey(2);

    erp.limitKeys(KeyLimits.maxKeys(2));
    erp.forKey(3);
    erp.forKey(4);

    assertThat(erp.size()).isEqualTo(2);
    assertThat(erp.find(0)).map(CircuitBreaker::state).contains(CircuitState.OPEN);
  }

  @Test
  void usedKey_isKept() {
    KeyedCircuitBreaker<String> erp =
        settings().keyed(KeyLimits.maxKeys(10).idleAfter(Duration.ofMinutes(1)));
    failTimes(erp.forKey("a"), 4);

    for (int i = 0; i < 10; i++) {
      time.advance(Duration.ofMinutes(1));
      erp.tick();
      assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.CLOSED);
    }

    failTimes(erp.forKey("a"), 1);
    assertThat(erp.forKey("a").state()).isEqualTo(CircuitState.OPEN);
  }

  @Test
  void pausedKey_isNotForgotten() {
    KeyedCircuitBreaker<String> erp =
        settings().keyed(KeyLimits.maxKeys(10).idleAfter(Duration.ofMinutes(1)));
    Permit permit = (Permit) erp.forKey("a").admit();
    permit.settle(Assessment.of(Verdict.THROTTLED).retryAfter(Duration.ofHours(1)));

    for (int i = 0; i < 5; i++) {
      time.advance(Duration.ofMinutes(1));
      erp.tick();
    }

    assertThat(erp.forKey("a").admit()).isInstanceOf(CircuitRejection.class);
  }

  @Test
  void floodOfNewKeys_staysWithinTheBoundAndKeepsCircuitsThatReject() {
    KeyedCircuitBreaker<Integer> erp = settings().keyed(KeyLimits.maxKeys(1_000));
    failTimes(erp.forKey(-3), 5);
    time.advance(Duration.ofSeconds(30));
    Admission trial = erp.forKey(-3).admit();
    failTimes(erp.forKey(-1), 5);
    erp.forKey(-2).forceOpen(Directive.by("ana"));
    List<CircuitBreaker> kept = List.of(erp.forKey(-1), erp.forKey(-2), erp.forKey(-3));

    for (int key = 0; key < 100_000; key++) {
      succeedTimes(erp.forKey(key), 1);
      assertThat(erp.size()).isLessThanOrEqualTo(1_000);
      assertThat(erp.forKey(-1 - key % 3).admit()).isInstanceOf(CircuitRejection.class);
    }

    assertThat(List.of(erp.forKey(-1), erp.forKey(-2), erp.forKey(-3))).isEqualTo(kept);
    assertThat(trial).isInstanceOf(Permit.class);
    assertThat(erp.stats().circuits())
        .containsEntry(CircuitState.OPEN, 1L)
        .containsEntry(CircuitState.FORCED_OPEN, 1L)
        .containsEntry(CircuitState.HALF_OPEN, 1L)
        .containsEntry(CircuitState.CLOSED, erp.size() - 3L);
  }

  @Test
  void floodOfFailingKeys_whenAllKeysAreOpen_meetsTheSharedCircuit() {
    KeyedCircuitBreaker<Integer> erp = settings().keyed(KeyLimits.maxKeys(100));
    for (int key = 0; key < 100; key++) {
      failTimes(erp.forKey(key), 5);
    }

    int admitted = 0;
    for (int key = 100; key < 10_000; key++) {
      if (erp.forKey(key).admit() instanceof Permit permit) {
        permit.settle(Assessment.of(Verdict.FAILURE));
        admitted++;
      }
    }

    assertThat(admitted).isEqualTo(5);
    assertThat(erp.size()).isEqualTo(100);
  }

  @Test
  void noRoomAtAll_furtherKeysShareOneBreaker() {
    KeyedCircuitBreaker<Integer> erp = settings().keyed(KeyLimits.maxKeys(2));
    failTimes(erp.forKey(1), 5);
    failTimes(erp.forKey(2), 5);

    failTimes(erp.forKey(3), 2);
    failTimes(erp.forKey(4), 3);

    assertThat(erp.forKey(5).state()).isEqualTo(CircuitState.OPEN);
    assertThat(erp.forKey(5).key()).hasValue("(all further keys)");
    assertThat(erp.snapshots()).hasSize(3);
    assertThat(erp.stats().circuits()).containsEntry(CircuitState.OPEN, 3L);
  }

  @Test
  void forgottenWhileHeld_thatTrips_isKnownAgain() {
    KeyedCircuitBreaker<Integer> erp = settings().keyed(KeyLimits.maxKeys(1));
    CircuitBreaker held = erp.forKey(1);
    erp.forKey(2);
    assertThat(erp.find(1)).isEmpty();

    failTimes(held, 5);

    assertThat(erp.forKey(1)).isSameAs(held);
    assertThat(erp.stats().circuits())
        .containsEntry(CircuitState.OPEN, 1L)
        .containsEntry(CircuitState.CLOSED, 1L);
  }

  @Test
  void keyThatCanNotBePrinted_stopsNoTransition() {
    KeyedCircuitBreaker<Object> erp = settings().keyed(KeyLimits.maxKeys(10));
    CircuitBreaker breaker = erp.forKey(new Unprintable());

    failTimes(breaker, 5);

    assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    assertThat(erp.recentTransitions().get(0).key()).hasValue(Unprintable.class.getName());
  }

  @Test
  void circuitOfAForgottenKey_tripsBesideItsSuccessor_isNotCounted() {
    KeyedCircuitBreaker<String> erp = settings().keyed(KeyLimits.maxKeys(1));
    CircuitBreaker former = erp.forKey("a");
    erp.forKey("b");
    erp.forKey("a");

    failTimes(former, 5);

    assertThat(former.state()).isEqualTo(CircuitState.OPEN);
    assertThat(erp.snapshots()).allMatch(snapshot -> snapshot.state() == CircuitState.CLOSED);
    assertThat(erp.stats().circuits())
        .containsEntry(CircuitState.CLOSED, 1L)
        .containsEntry(CircuitState.OPEN, 0L);
  }

  @Test
  void manyThreads_manyKeys_boundAndCensusHold() throws Exception {
    KeyedCircuitBreaker<Integer> erp =
        settings().tripOn(TripRule.consecutiveFailures(2)).keyed(KeyLimits.maxKeys(100));
    ExecutorService pool = Executors.newFixedThreadPool(8);
    LongAdder admitted = new LongAdder();
    List<Runnable> jobs = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      int seed = thread;
      jobs.add(() -> useManyKeys(erp, seed, admitted));
    }

    jobs.forEach(pool::execute);
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

    CircuitStats stats = erp.stats();
    long counted = stats.circuits().values().stream().mapToLong(Long::longValue).sum();
    long notClosed = counted - stats.circuits().getOrDefault(CircuitState.CLOSED, 0L);
    assertThat(erp.snapshots().stream().filter(s -> s.state() != CircuitState.CLOSED).count())
        .isEqualTo(notClosed);
    assertThat(stats.permits()).isEqualTo(new CircuitStats.Permits(admitted.sum(), 0, 0));
  }

  private static void useManyKeys(KeyedCircuitBreaker<Integer> erp, int seed, LongAdder admitted) {
    for (int i = 0; i < 20_000; i++) {
      int key = i * 31 + seed & 511;
      Admission admission = erp.forKey(key).admit();
      if (admission instanceof Permit permit) {
        admitted.increment();
        permit.settle(Assessment.of(key % 16 == 0 ? Verdict.FAILURE : Verdict.SUCCESS));
      }
    }
  }

  private CircuitBreakerConfig settings() {
    return CircuitBreaker.named("erp").time(time);
  }

  /** A key whose text is a defect. */
  private static final class Unprintable {
    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }
}
