// SPDX-License-Identifier: Apache-2.0
package io.switchgear.ratelimit;

import io.switchgear.core.Assessment;
import io.switchgear.core.internal.Arguments;
import java.util.concurrent.TimeUnit;

/**
 * The rules of a pace that learns, as pure functions over a {@link Pace}.
 *
 * <p>The rate grows by additions and shrinks by a factor, the rule that makes those who share a
 * limit converge to a fair use of it [1] and that TCP uses [2]. Three things differ from TCP, since
 * here one refusal is dear and a limit holds for minutes:
 *
 * <ul>
 *   <li>After a refusal the rate isn't halved but set a little below what was really delivered, as
 *       in TCP Westwood [3], so that little of the limit is left unused. It is halved when that
 *       wasn't enough: another refusal right after calls were let out again.
 *   <li>Up to the rate at which the last refusal came the steps are small; beyond it each step is
 *       half as large again as the one before, as CUBIC [4] does, so that a limit that was lifted
 *       is found soon.
 *   <li>A refusal right after a refusal says that the provider is still closed, not that we are too
 *       fast. It only makes the pause longer.
 * </ul>
 *
 * <pre>
 * [1] D.-M. Chiu, R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion
 *     Avoidance in Computer Networks, Computer Networks and ISDN Systems 17, 1989.
 * [2] V. Jacobson, Congestion Avoidance and Control, SIGCOMM 1988; RFC 5681.
 * [3] S. Mascolo et al., TCP Westwood: Bandwidth Estimation for Enhanced Transport over Wireless
 *     Links, MobiCom 2001.
 * [4] S. Ha, I. Rhee, L. Xu, CUBIC: A New TCP-Friendly High-Speed TCP Variant, 2008; RFC 9438.
 * </pre>
 */
record AdaptiveRate(int limit, long perNanos) implements RateLimit {
  /** How long calls must succeed before the rate grows by a step: at most, and of the window. */
  private static final long MAX_STEP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final int STEPS = 12;

  /**
   * The first pause after a refusal that names no time: at most, and of the window. Each further
   * one is twice as long.
   */
  private static final long MAX_FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final int FIRST_PAUSES = 30;

  /** The longest such pause: what may be left unused of a window that has begun meanwhile. */
  private static final long MAX_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final int LONGEST_PAUSES = 4;

  /** Without a result for so long, what was learned is out of date. */
  private static final long FORGET_NANOS = TimeUnit.HOURS.toNanos(1);

  /** How late a timer may run without lowering the rate. */
  private static final long LATENESS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final double KEPT_SHARE = 0.9;
  private static final double HALF = 0.5;

  /** The slowest pace as a share of the limit: some calls must go out to learn of a better one. */
  private static final double LEAST_SHARE = 0.01;

  @Override
  public int maxPermits() {
    return 1;
  }

  @Override
  public Usage begin(RateLimiterConfig config) {
    return new PacedUsage(config, this, initial(0));
  }

  /** The pace of a limiter that has learned nothing. */
  Pace initial(long nowNanos) {
    LearnedRate rate = LearnedRate.of(limit, limit, nowNanos);
    return new Pace(rate, Brake.RELEASED, Delivered.NOTHING, Announcement.NONE, 0);
  }

  /** Takes the next slot, for now or for later. */
  Pace take(Pace before, long nowNanos) {
    Pace pace = current(before, nowNanos);
    long slot = Math.max(pace.slotNanos(), nowNanos - LATENESS_NANOS);
    long dueNanos = Math.max(slot, pace.brake().notBeforeNanos());
    return pace.withSlotNanos(dueNanos + intervalNanos(pace, nowNanos));
  }

  /** When the next slot is free. */
  long dueNanos(Pace pace) {
    return Math.max(pace.slotNanos(), pace.brake().notBeforeNanos());
  }

  long intervalNanos(Pace pace, long nowNanos) {
    return (long) Math.ceil(perNanos / permitsPer(pace, nowNanos));
  }

  /** The rate at a moment: the learned one, or the provider's own if that is smaller. */
  double permitsPer(Pace pace, long nowNanos) {
    double quota = pace.announcement().permitsPer(perNanos, nowNanos);
    return clamped(Math.min(pace.rate().permits(), quota));
  }

  /** Learns from the result of a call. */
  Pace settle(Pace pace, long admittedNanos, long nowNanos, Assessment result) {
    Pace known = current(pace, nowNanos);
    return switch (result.verdict()) {
      case SUCCESS -> succeeded(known, admittedNanos, nowNanos);
      case THROTTLED ->
          result.isHold()
              ? held(known, nowNanos, result)
              : throttled(known, admittedNanos, nowNanos, result);
      case FAILURE, IGNORED -> known;
    };
  }

  /** The pace, or a new one when it is out of date. */
  private Pace current(Pace pace, long nowNanos) {
    return isForgotten(pace, nowNanos) ? initial(nowNanos).withSlotNanos(pace.slotNanos()) : pace;
  }

  private boolean isForgotten(Pace pace, long nowNanos) {
    return nowNanos - Math.max(dueNanos(pace), pace.rate().sinceNanos()) > FORGET_NANOS;
  }

  private Pace succeeded(Pace pace, long admittedNanos, long nowNanos) {
    Delivered delivered = pace.delivered().plusOne(nowNanos / perNanos);
    LearnedRate rate = pace.rate().plusSuccess();
    if (nowNanos - rate.sinceNanos() >= stepNanos()) {
      rate = isUsed(rate, nowNanos) ? rate.grown(limit, nowNanos) : rate.restarted(nowNanos);
    }
    Brake brake = pace.brake();
    Brake next = brake.isBefore(admittedNanos) ? brake.passed() : brake;
    return pace.withRate(rate).withBrake(next).withDelivered(delivered);
  }

  /** A rate that isn't made use of says nothing about a higher one. */
  private boolean isUsed(LearnedRate rate, long nowNanos) {
    double possible = rate.permits() * (nowNanos - rate.sinceNanos()) / perNanos;
    return rate.successes() >= possible * HALF;
  }

  /** A call that was let out before the last refusal says nothing about the pace since then. */
  private Pace throttled(Pace pace, long admittedNanos, long nowNanos, Assessment result) {
    Brake brake = pace.brake();
    boolean isNews = brake.isBefore(admittedNanos);
    long pauseNanos = isNews ? pauseNanos(brake.refusals()) : 0;
    long waitNanos = result.retryAfter().map(Arguments::saturatedNanos).orElse(pauseNanos);
    if (!isNews) {
      return pace.withBrake(brake.until(nowNanos + waitNanos));
    }
    boolean tooFast = brake.refusals() == 0;
    LearnedRate rate = tooFast ? shrunk(pace, nowNanos) : pace.rate().restarted(nowNanos);
    return pace.withRate(rate).withBrake(brake.refused(nowNanos, nowNanos + waitNanos));
  }

  /** A hold says how long to wait, if it says so, but not that the pace was too fast. */
  private static Pace held(Pace pace, long nowNanos, Assessment result) {
    long waitNanos = result.retryAfter().map(Arguments::saturatedNanos).orElse(0L);
    return pace.withBrake(pace.brake().until(nowNanos + waitNanos));
  }

  private long pauseNanos(int refusalsBefore) {
    long first = Math.min(MAX_FIRST_PAUSE_NANOS, perNanos / FIRST_PAUSES);
    long longest = Math.min(MAX_PAUSE_NANOS, perNanos / LONGEST_PAUSES);
    return Math.min(longest, first << Math.min(refusalsBefore, 10));
  }

  private long stepNanos() {
    return Math.min(MAX_STEP_NANOS, perNanos / STEPS);
  }

  private LearnedRate shrunk(Pace pace, long nowNanos) {
    double permits = permitsPer(pace, nowNanos);
    double delivered = pace.delivered().estimate(perNanos, nowNanos);
    double ceiling = Math.min(permits, Math.max(delivered, permits * HALF));
    boolean soon = pace.brake().wasReleasedWithin(2 * stepNanos(), nowNanos);
    double shrunk = soon ? permits * HALF : ceiling * KEPT_SHARE;
    return LearnedRate.of(clamped(shrunk), ceiling, nowNanos);
  }

  /**
   * Learns from what the provider says about its limit: a change is followed at once in both
   * directions, and what is left is spread over the time until there is more.
   */
  Pace announced(Pace pace, ProviderQuota quota, long nowNanos) {
    Pace known = current(pace, nowNanos);
    int before = known.announcement().limit();
    LearnedRate rate = known.rate();
    if (before > 0 && before != quota.limit()) {
      double permits = rate.permits() * quota.limit() / before;
      rate = LearnedRate.of(clamped(permits), clamped(permits), nowNanos);
    }
    long untilNanos = nowNanos + Arguments.saturatedNanos(quota.resetAfter());
    Brake brake = quota.remaining() == 0 ? known.brake().until(untilNanos) : known.brake();
    Announcement news = new Announcement(quota.limit(), quota.remaining(), nowNanos, untilNanos);
    return known.withRate(rate).withBrake(brake).withAnnouncement(news);
  }

  private double clamped(double permits) {
    return Math.max(limit * LEAST_SHARE, Math.min(limit, permits));
  }

  /** The learned rate goes along, up to this limit. */
  Pace adopt(AdaptiveRate before, Pace pace, long nowNanos) {
    double permits = pace.rate().permits() * perNanos / before.perNanos;
    double ceiling = pace.rate().ceiling() * perNanos / before.perNanos;
    LearnedRate rate = LearnedRate.of(clamped(permits), clamped(ceiling), nowNanos);
    return pace.withRate(rate).withDelivered(Delivered.NOTHING);
  }

  /** Whether a new pace would be as good. */
  boolean isUnused(Pace pace, long nowNanos) {
    boolean asNew = pace.rate().permits() >= limit && pace.announcement().limit() == 0;
    return dueNanos(pace) <= nowNanos && (asNew || isForgotten(pace, nowNanos));
  }

  @Override
  public String toString() {
    return "adaptive rate of at most " + limit + " every " + perNanos + " ns";
  }
}
