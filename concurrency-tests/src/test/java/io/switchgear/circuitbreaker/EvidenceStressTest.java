// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two threads record a result in the evidence of one circuit. What is remembered is read, its
 * successor computed and swapped in with compare-and-set, so the successor always belongs to what
 * it replaces: no result is lost, and who comes second sees who came first.
 */
final class EvidenceStressTest {
  private EvidenceStressTest() {}

  /** Both failures are counted, and exactly the second of them trips a rule of two. */
  @JCStressTest
  @Outcome(id = "true, false, 2", expect = ACCEPTABLE, desc = "The second actor was first.")
  @Outcome(id = "false, true, 2", expect = ACCEPTABLE, desc = "The first actor was first.")
  @Outcome(expect = FORBIDDEN, desc = "A failure was lost, or nobody or both saw the trip.")
  @State
  public static class TwoFailuresInARow {
    private final WordEvidence evidence = new WordEvidence(new RunOfFailures(2));

    @Actor
    public void actor1(ZZI_Result result) {
      result.r1 = evidence.record(true, 0);
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r2 = evidence.record(true, 0);
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r3 = (int) evidence.word();
    }
  }

  /** A success ends a run of failures or a failure follows it. */
  @JCStressTest
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "The failure was first: the second of two.")
  @Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "The success was first: a run of one.")
  @Outcome(expect = FORBIDDEN, desc = "A result was lost.")
  @State
  public static class FailureVersusSuccess {
    private final WordEvidence evidence = new WordEvidence(new RunOfFailures(2), 1);

    @Actor
    public void actor1(ZI_Result result) {
      result.r1 = evidence.record(true, 0);
    }

    @Actor
    public void actor2() {
      evidence.record(false, 0);
    }

    @Arbiter
    public void arbiter(ZI_Result result) {
      result.r2 = (int) evidence.word();
    }
  }

  /** A window in a word: both results are in it, in either order. */
  @JCStressTest
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Two results, one of them a failure.")
  @Outcome(expect = FORBIDDEN, desc = "A result was lost.")
  @State
  public static class TwoResultsInAShortWindow {
    private final WordEvidence evidence = new WordEvidence(new ShortWindow(new CallRate(1, 8, 8)));

    @Actor
    public void actor1() {
      evidence.record(true, 0);
    }

    @Actor
    public void actor2() {
      evidence.record(false, 0);
    }

    @Arbiter
    public void arbiter(II_Result result) {
      RecentResults results = new ShortWindow.Results(evidence.word());
      result.r1 = results.filled();
      result.r2 = (results.failed(0) ? 1 : 0) + (results.failed(1) ? 1 : 0);
    }
  }

  /** A window in a ring: both results are in it, one in its place and one still in the head. */
  @JCStressTest
  @Outcome(id = "true, false, 2", expect = ACCEPTABLE, desc = "The second actor was first.")
  @Outcome(id = "false, true, 2", expect = ACCEPTABLE, desc = "The first actor was first.")
  @Outcome(expect = FORBIDDEN, desc = "A failure was lost, or nobody or both saw the trip.")
  @State
  public static class TwoFailuresInALongWindow {
    private final LongWindow evidence = new LongWindow("test", new CallRate(1, 100, 2));

    @Actor
    public void actor1(ZZI_Result result) {
      result.r1 = evidence.record(true, 0);
    }

    @Actor
    public void actor2(ZZI_Result result) {
      result.r2 = evidence.record(true, 0);
    }

    @Arbiter
    public void arbiter(ZZI_Result result) {
      result.r3 = evidence.results().failures();
    }
  }

  /**
   * The results come round to places that are in use: what leaves the window is what was there, so
   * the failures that the head counts are those that the ring has.
   */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The failure is the older of the latest two.")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The failure is the latest.")
  @Outcome(expect = FORBIDDEN, desc = "A result was lost, or one left that wasn't the oldest.")
  @State
  public static class RoundTheRing {
    private static final int SIZE = 3;

    private final LongWindow evidence = new LongWindow("test", new CallRate(1, SIZE, SIZE));

    public RoundTheRing() {
      evidence.record(false, 0);
      evidence.record(true, 0);
      evidence.record(true, 0);
    }

    @Actor
    public void actor1() {
      evidence.record(true, 0);
    }

    @Actor
    public void actor2() {
      evidence.record(false, 0);
      evidence.record(false, 0);
    }

    @Arbiter
    public void arbiter(II_Result result) {
      LongWindow.Results results = evidence.results();
      int found = 0;
      for (int age = 0; age < SIZE; age++) {
        found += results.failed(age) ? 1 : 0;
      }
      result.r1 = results.failures();
      result.r2 = found;
    }
  }

  /**
   * A window of time: both are counted in their slice, and the later failure decides how long there
   * is something to look for. A success comes when the earlier failure has just left the window.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "The later failure is one of two calls.")
  @Outcome(expect = FORBIDDEN, desc = "The later failure was forgotten too early.")
  @State
  public static class TwoFailuresInATimeWindow {
    private static final long SLICE = 1_000_000;

    private final Evidence evidence =
        TripRule.failureRate(0.5, Duration.ofNanos(16 * SLICE), 2).begin();

    @Actor
    public void actor1() {
      evidence.record(true, 0);
    }

    @Actor
    public void actor2() {
      evidence.record(true, SLICE);
    }

    @Arbiter
    public void arbiter(Z_Result result) {
      result.r1 = evidence.record(false, 16 * SLICE);
    }
  }
}
