// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.core.Verdict;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * 100 workers that never rest, and an upstream that serves 20 calls at a time: a call takes 100 ms
 * while no more run, and the longer the more run. After 5 min it takes twice as long for 2 min.
 */
class AdaptiveConcurrencySimulationTest {
  private static final int WORKERS = 100;
  private static final int CAPACITY = 20;
  private static final int MINUTES = 10;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualTime time = new VirtualTime();
  private final List<Integer> limits = new ArrayList<>();
  private final int[] done = new int[MINUTES];
  private long restNanos = Duration.ofMillis(100).toNanos();

  @Test
  void gradient_convergesAboveTheCapacityAndRecoversFromAStepOfLatency() {
    simulate(5, bulkhead -> AdaptiveConcurrency.gradient(bulkhead, 5, 200));

    assertBand(1, 5, 20, 36);
    assertBand(6, 7, 20, 36);
    assertBand(8, 9, 20, 45);
    assertBand(9, MINUTES, 20, 36);
    assertThroughput();
  }

  @Test
  void gradient_thatBeginsFarTooHigh_comesDownFromMeasurementToMeasurement() {
    simulate(100, bulkhead -> AdaptiveConcurrency.gradient(bulkhead, 5, 200));

    assertBand(4, 5, 20, 42);
    assertBand(9, MINUTES, 20, 36);
  }

  @Test
  void aimd_staysBetweenTheCapacityAndWhatIsTooSlow() {
    simulate(5, bulkhead -> AdaptiveConcurrency.aimd(bulkhead, 5, 200, Duration.ofMillis(150)));

    assertBand(1, 5, 20, 31);
    assertBand(8, MINUTES, 20, 31);
  }

  /** Outside of the measurements, which halve it for 2 s of 32. */
  private void assertBand(int fromMinute, int toMinute, int least, int most) {
    List<Integer> band = limits.subList(fromMinute * 60, toMinute * 60);
    long below = band.stream().filter(limit -> limit < least).count();
    assertThat(band).as(numbers()).allMatch(limit -> limit >= least / 2 && limit <= most);
    assertThat(below).as(numbers()).isLessThanOrEqualTo(5L * (toMinute - fromMinute));
  }

  private String numbers() {
    return "limits of each second: " + limits + ", done " + Arrays.toString(done);
  }

  /** At rest 20 calls of 100 ms make 12,000 a minute. */
  private void assertThroughput() {
    assertThat(done[4]).as(numbers()).isGreaterThanOrEqualTo(11_400);
    assertThat(done[6]).as(numbers()).isGreaterThanOrEqualTo(5_700);
    assertThat(done[8]).as(numbers()).isGreaterThanOrEqualTo(11_400);
  }

  private void simulate(int initial, Function<Bulkhead, AdaptiveConcurrency> by) {
    Bulkhead bulkhead =
        Bulkhead.named("erp").maxConcurrent(initial).maxQueued(WORKERS).time(time).build();
    AdaptiveConcurrency adaptive = by.apply(bulkhead);
    for (int worker = 0; worker < WORKERS; worker++) {
      work(bulkhead, adaptive);
    }
    for (int second = 0; second < MINUTES * 60; second++) {
      boolean slow = second >= 5 * 60 && second < 7 * 60;
      restNanos = Duration.ofMillis(slow ? 200 : 100).toNanos();
      time.advance(Duration.ofSeconds(1).minusNanos(second == MINUTES * 60 - 1 ? 1 : 0));
      limits.add(adaptive.limit());
    }
  }

  /**
   * One worker's call; when it is done, or after a second without a place, the next one follows.
   */
  private void work(Bulkhead bulkhead, AdaptiveConcurrency adaptive) {
    var unused =
        bulkhead
            .acquireAsync()
            .whenComplete(
                (permit, refusal) -> {
                  Duration took = refusal == null ? serve(bulkhead.inUse()) : Duration.ofSeconds(1);
                  var unusedTask =
                      time.schedule(
                          took,
                          () -> {
                            if (refusal == null) {
                              adaptive.onResult(took, Verdict.SUCCESS);
                              done[(int) (time.nanoTime() / MINUTE.toNanos())]++;
                              permit.release();
                            }
                            work(bulkhead, adaptive);
                          });
                });
  }

  private Duration serve(int inFlight) {
    return Duration.ofNanos(restNanos * Math.max(CAPACITY, inFlight) / CAPACITY);
  }
}
