// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.switchgear.concurrency.StillTime;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Results meet at an adaptive limit. What it knows is one reference, changed with compare-and-set,
 * so that a window of samples is concluded once. The bulkhead is resized afterwards, again and
 * again until what was set is what is known: the last one to resize sets the latest limit.
 */
final class AdaptiveConcurrencyStressTest {
  private static final int INITIAL = 10;

  private AdaptiveConcurrencyStressTest() {}

  /** Two calls are dropped at once: one is reason to lower the limit, the other begins anew. */
  @JCStressTest
  @Outcome(id = "9, 9", expect = ACCEPTABLE, desc = "Lowered once.")
  @Outcome(expect = FORBIDDEN, desc = "Lowered twice, or the bulkhead has another limit.")
  @State
  public static class TwoDropped {
    private final LearnedLimit limit = new LearnedLimit();

    public TwoDropped() {
      limit.passSeconds(1);
    }

    @Actor
    public void actor1() {
      limit.dropped();
    }

    @Actor
    public void actor2() {
      limit.dropped();
    }

    @Arbiter
    public void arbiter(II_Result result) {
      result.r1 = limit.adaptive.limit();
      result.r2 = limit.bulkhead.maxConcurrent();
    }
  }

  /** A call is dropped while the tenth good one ends the window. */
  @JCStressTest
  @Outcome(id = "9, 9", expect = ACCEPTABLE, desc = "The dropped call ended the window.")
  @Outcome(id = "11, 11", expect = ACCEPTABLE, desc = "The good call ended it.")
  @Outcome(expect = FORBIDDEN, desc = "A sample was lost, or the bulkhead has another limit.")
  @State
  public static class GoodVersusDropped {
    private final LearnedLimit limit = new LearnedLimit();

    public GoodVersusDropped() {
      for (int i = 1; i < LearnedLimit.ENOUGH; i++) {
        limit.good();
      }
      limit.passSeconds(1);
    }

    @Actor
    public void actor1() {
      limit.good();
    }

    @Actor
    public void actor2() {
      limit.dropped();
    }

    @Arbiter
    public void arbiter(II_Result result) {
      result.r1 = limit.adaptive.limit();
      result.r2 = limit.bulkhead.maxConcurrent();
    }
  }

  /** The limit is lowered while it is lowered again: the bulkhead has the latest. */
  @JCStressTest
  @Outcome(id = "9, true", expect = ACCEPTABLE, desc = "Both saw one window.")
  @Outcome(id = "8, true", expect = ACCEPTABLE, desc = "Lowered for each window.")
  @Outcome(expect = FORBIDDEN, desc = "The bulkhead has a limit of the past.")
  @State
  public static class LowerVersusLower {
    private final LearnedLimit limit = new LearnedLimit();

    public LowerVersusLower() {
      limit.passSeconds(1);
    }

    @Actor
    public void actor1() {
      limit.dropped();
    }

    @Actor
    public void actor2() {
      limit.passSeconds(2);
      limit.dropped();
    }

    @Arbiter
    public void arbiter(IZ_Result result) {
      result.r1 = limit.adaptive.limit();
      result.r2 = limit.adaptive.limit() == limit.bulkhead.maxConcurrent();
    }
  }

  /** A limit of which use is made, since others say nothing. */
  private static final class LearnedLimit {
    /** So many good calls end a window. */
    private static final int ENOUGH = 10;

    private final StillTime time = new StillTime();
    private final Bulkhead bulkhead =
        Bulkhead.named("erp").maxConcurrent(INITIAL).time(time).build();
    private final List<Optional<BulkheadPermit>> running =
        Stream.generate(bulkhead::tryAcquire).limit(INITIAL).toList();
    private final AdaptiveConcurrency adaptive =
        AdaptiveConcurrency.aimd(bulkhead, 1, 20, Duration.ofSeconds(1));

    LearnedLimit() {
      if (!running.stream().allMatch(Optional::isPresent)) {
        throw new IllegalStateException("A place is missing");
      }
    }

    void passSeconds(int seconds) {
      time.set(Duration.ofSeconds(seconds).toNanos());
    }

    void good() {
      adaptive.onResult(Duration.ofMillis(1), Verdict.SUCCESS);
    }

    void dropped() {
      adaptive.onResult(Duration.ofMillis(1), Verdict.FAILURE);
    }
  }
}
