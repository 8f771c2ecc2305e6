// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.demo;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures a lane: what it does in a second, and what becomes of it in the whole play.
 *
 * <p><b>Thread safety:</b> for one thread, which ticks.
 */
final class LaneMeter {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Lane lane;
  private final DemoPlan plan;

  /** The counts of the last second, oldest first. */
  private final Deque<Totals> lastSecond = new ArrayDeque<>();

  private final List<Long> history = new ArrayList<>();
  private Totals atLastBin = new Totals(Duration.ZERO, 0, 0, 0, 0);
  private Duration lastTick = Duration.ZERO;
  private Duration stuck = Duration.ZERO;
  private int waitingMost;
  private @Nullable Duration fullSpeedAt;

  LaneMeter(Lane lane, DemoPlan plan) {
    this.lane = lane;
    this.plan = plan;
    lastSecond.add(atLastBin);
  }

  /** Looks at the counters. */
  LaneMoment tick(Duration now) {
    Totals totals = Totals.of(lane.tally(), now);
    lastSecond.addLast(totals);
    while (lastSecond.size() > 2 && now.minus(lastSecond.getFirst().at()).compareTo(SECOND) > 0) {
      lastSecond.removeFirst();
    }
    if (now.toSeconds() > atLastBin.at().toSeconds()) {
      history.add(totals.acmePosted() - atLastBin.acmePosted());
      atLastBin = totals;
    }
    if (lane.tally().pausing() == plan.workers()) {
      stuck = stuck.plus(now.minus(lastTick));
    }
    lastTick = now;
    waitingMost = Math.max(waitingMost, lane.waiting());
    Totals rates = totals.since(lastSecond.getFirst());
    boolean isFull = rates.acmePosted() >= plan.arrivalsPerSecond(Customer.ACME);
    if (fullSpeedAt == null && isFull && now.compareTo(plan.liftAfter()) > 0) {
      fullSpeedAt = now;
    }
    return new LaneMoment(rates, lane.waiting(), lane.tally().pausing(), List.copyOf(history));
  }

  /** For how long all workers did nothing because of 429s. */
  Duration stuck() {
    return stuck;
  }

  /** The most documents that waited at once. */
  int waitingMost() {
    return waitingMost;
  }

  /** How long after the limit was lifted as many documents were posted as arrive. */
  Optional<Duration> fullSpeedAfterLift() {
    return Optional.ofNullable(fullSpeedAt).map(at -> at.minus(plan.liftAfter()));
  }

  /**
   * Counts at a moment, or their growth in a second.
   *
   * @param at the moment
   * @param acmePosted documents posted for the first customer
   * @param globexPosted documents posted for the other customer
   * @param throttled 429s
   * @param rejected rejections of the gateway
   */
  record Totals(Duration at, long acmePosted, long globexPosted, long throttled, long rejected) {
    static Totals of(Tally tally, Duration now) {
      return new Totals(
          now,
          tally.count(Customer.ACME, Reply.Kind.POSTED),
          tally.count(Customer.GLOBEX, Reply.Kind.POSTED),
          tally.count(Reply.Kind.THROTTLED),
          tally.count(Reply.Kind.REJECTED));
    }

    Totals since(Totals earlier) {
      long millis = Math.max(1, at.minus(earlier.at).toMillis());
      return new Totals(
          at,
          perSecond(acmePosted - earlier.acmePosted, millis),
          perSecond(globexPosted - earlier.globexPosted, millis),
          perSecond(throttled - earlier.throttled, millis),
          perSecond(rejected - earlier.rejected, millis));
    }

    private static long perSecond(long count, long millis) {
      return Math.round(count * 1_000.0 / millis);
    }
  }
}
