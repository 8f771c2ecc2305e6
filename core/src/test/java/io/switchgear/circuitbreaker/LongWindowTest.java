// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.testkit.SeededSequences;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The window whose results lie in a ring: it holds the latest results, no more and no less. */
class LongWindowTest {
  private static final int THREADS = 4;
  private static final int RESULTS_A_THREAD = 100_000;

  @ParameterizedTest
  @ValueSource(ints = {2, 31, 32, 33, 57, 64, 100})
  void anyResults_windowHoldsTheLatest(int size) {
    SeededSequences.of(SplittableRandom::nextBoolean)
        .maxLength(3 * size)
        .runs(100)
        .check(results -> play(size, results));
  }

  private static void play(int size, List<Boolean> results) {
    LongWindow window = window(size);
    ArrayDeque<Boolean> latest = new ArrayDeque<>();
    for (boolean failure : results) {
      boolean trips = window.record(failure, 0);
      latest.addFirst(failure);
      if (latest.size() > size) {
        latest.removeLast();
      }
      assertThat(contents(window)).containsExactlyElementsOf(latest);
      long failures = latest.stream().filter(failed -> failed).count();
      assertThat(window.results().failures()).isEqualTo((int) failures);
      assertThat(trips).isEqualTo(latest.size() == size && 2 * failures >= size);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 57, 100})
  void manyThreads_countsAreThoseOfTheBits(int size) throws Exception {
    LongWindow window = window(size);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> ends = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      SplittableRandom random = new SplittableRandom(thread);
      ends.add(pool.submit(() -> record(window, random)));
    }

    for (Future<?> end : ends) {
      end.get();
    }
    pool.shutdown();

    long failures = contents(window).stream().filter(failed -> failed).count();
    assertThat(window.results().filled()).isEqualTo(size);
    assertThat(window.results().failures()).isEqualTo((int) failures);
    IntStream.range(0, size).forEach(i -> window.record(false, 0));
    assertThat(window.results().failures()).isZero();
    assertThat(window.absorbsSuccess()).isTrue();
  }

  @Test
  void fullOfSuccesses_oneFailureIsCountedUntilItLeaves() {
    LongWindow window = window(100);
    IntStream.range(0, 1_000).forEach(i -> window.record(false, 0));

    window.record(true, 0);
    IntStream.range(0, 99).forEach(i -> window.record(false, 0));
    assertThat(window.results().failures()).isEqualTo(1);
    window.record(false, 0);

    assertThat(window.results().failures()).isZero();
  }

  private static void record(LongWindow window, SplittableRandom random) {
    for (int i = 0; i < RESULTS_A_THREAD; i++) {
      window.record(random.nextInt(4) == 0, 0);
    }
  }

  private static LongWindow window(int size) {
    return new LongWindow("test", new CallRate(0.5, size, size));
  }

  /** The newest first. */
  private static List<Boolean> contents(LongWindow window) {
    LongWindow.Results results = window.results();
    return IntStream.range(0, results.filled()).mapToObj(results::failed).toList();
  }
}
