// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.Verdict;
import io.switchgear.core.internal.Arguments;
import io.switchgear.core.internal.Waiting;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Finds out how many calls a dependency can take at the same time, and sizes a bulkhead
 * accordingly: more as long as calls don't become slower, fewer when they do or are turned down.
 *
 * <pre>{@code
 * Bulkhead erp = Bulkhead.named("erp").maxConcurrent(20).maxQueued(100).build();
 * AdaptiveConcurrency adaptive = AdaptiveConcurrency.gradient(erp, 5, 200);
 * Receipt receipt = erp.call(() -> client.post(invoice));
 * adaptive.onResult(took, Verdict.SUCCESS);
 * }</pre>
 *
 * <p>It looks at the calls of a second together, at 10 of them at least or until one was dropped,
 * and only when they made use of half of the limit: an idle bulkhead says nothing about what would
 * be too much.
 *
 * <p><b>Thread safety:</b> safe. <b>Blocking:</b> never.
 */
public final class AdaptiveConcurrency implements Gate {
  private static final VarHandle STATE;

  static {
    try {
      STATE =
          MethodHandles.lookup()
              .findVarHandle(AdaptiveConcurrency.class, "state", ConcurrencyState.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Bulkhead bulkhead;
  private final ConcurrencyRule rule;
  private volatile ConcurrencyState state;
  private volatile boolean stopped;

  private AdaptiveConcurrency(Bulkhead bulkhead, ConcurrencyRule rule, int min, int max) {
    this.bulkhead = bulkhead;
    this.rule = rule;
    int initial = Math.max(min, Math.min(max, bulkhead.maxConcurrent()));
    this.state = rule.initial(initial, bulkhead.nowNanos());
    bulkhead.resize(initial);
  }

  /**
   * Compares how long calls take with how long they take at rest, and lets them take half as long
   * again. The best choice where nobody can say how long a call may take. The time at rest is
   * measured every 30 s, with half of the places for 2 s, when the bulkhead is busy all the time.
   *
   * @param bulkhead what is to be sized, beginning with its present size
   * @param min the least, 1 to {@code max}; enough to notice that more is possible
   * @param max the most, up to 1,000,000
   * @return what is to be told of each result
   * @throws IllegalArgumentException when out of range
   */
  public static AdaptiveConcurrency gradient(Bulkhead bulkhead, int min, int max) {
    check(bulkhead, min, max);
    return new AdaptiveConcurrency(bulkhead, new GradientRule(min, max), min, max);
  }

  /**
   * One more in each second in which all went well, a tenth less in one in which a call was turned
   * down or took too long. The best choice where it is known how long a call may take.
   *
   * @param bulkhead what is to be sized, beginning with its present size
   * @param min the least, 1 to {@code max}
   * @param max the most, up to 1,000,000
   * @param slowerThan how long a call may take, 1 ms to 366 days: well above what it takes at rest,
   *     since a single slow call lowers the limit
   * @return what is to be told of each result
   * @throws IllegalArgumentException when out of range
   */
  public static AdaptiveConcurrency aimd(Bulkhead bulkhead, int min, int max, Duration slowerThan) {
    check(bulkhead, min, max);
    long slowNanos = Arguments.positive("slowerThan", slowerThan).toNanos();
    return new AdaptiveConcurrency(bulkhead, new AimdRule(min, max, slowNanos), min, max);
  }

  private static void check(Bulkhead bulkhead, int min, int max) {
    Objects.requireNonNull(bulkhead, "bulkhead");
    Arguments.inRange("max", max, 1, Occupancy.MAX);
    Arguments.inRange("min", min, 1, max);
  }

  /**
   * Learns from a call. Failures and throttled calls count as turned down; an ignored result says
   * nothing.
   *
   * @param took how long the call ran, without the wait for its place
   * @param verdict the reading of its result
   */
  public void onResult(Duration took, Verdict verdict) {
    Objects.requireNonNull(took, "took");
    Objects.requireNonNull(verdict, "verdict");
    if (verdict == Verdict.IGNORED) {
      return;
    }
    long tookNanos = Arguments.saturatedNanos(took);
    boolean dropped = verdict != Verdict.SUCCESS || rule.isTooSlow(tookNanos);
    int inFlight = bulkhead.inUse();
    long now = bulkhead.nowNanos();
    ConcurrencyState before = state;
    ConcurrencyState after = learned(before, tookNanos, inFlight, dropped, now);
    while (!STATE.compareAndSet(this, before, after)) {
      before = state;
      after = learned(before, tookNanos, inFlight, dropped, now);
    }
    if (after.maxConcurrent() != before.maxConcurrent()) {
      resize();
    }
  }

  private ConcurrencyState learned(
      ConcurrencyState before, long tookNanos, int inFlight, boolean dropped, long nowNanos) {
    SampleWindow samples =
        dropped
            ? before.samples().plusDropped(inFlight)
            : before.samples().plus(tookNanos, inFlight);
    ConcurrencyState seen = before.withSamples(samples);
    if (!samples.isComplete(nowNanos)) {
      return seen;
    }
    return rule.next(seen).withSamples(SampleWindow.empty(nowNanos));
  }

  /**
   * Takes a place in the bulkhead, as {@link Bulkhead#enter} does.
   *
   * @param options the call's priority
   * @return the ticket, which knows when the call began; or {@link Gate#WAITS}
   * @throws BulkheadRejectedException as {@link Bulkhead#enter} does
   */
  @Override
  public long enter(CallOptions options) {
    long ticket = bulkhead.enter(options);
    return ticket == WAITS ? WAITS : bulkhead.nowNanos();
  }

  @Override
  public CompletableFuture<Long> enterLater(CallOptions options) {
    return Waiting.forTicket(
        bulkhead.enterLater(options), place -> bulkhead.nowNanos(), bulkhead::cancel);
  }

  /** Gives the place back and learns from how long the call took and how it ended. */
  @Override
  public void exit(long ticket, Assessment assessment) {
    Objects.requireNonNull(assessment, "assessment");
    Duration took = Duration.ofNanos(bulkhead.nowNanos() - ticket);
    onResult(took, assessment.verdict());
    bulkhead.exit(ticket, assessment);
  }

  @Override
  public void cancel(long ticket) {
    bulkhead.cancel(ticket);
  }

  /** Another thread may have learned more meanwhile; the last one that resizes sets the latest. */
  private void resize() {
    int limit;
    do {
      limit = state.maxConcurrent();
      if (stopped) {
        return;
      }
      bulkhead.resize(limit);
    } while (limit != state.maxConcurrent());
  }

  /**
   * Leaves the bulkhead its size from now on, so that something else can set it. Calls that run
   * give their places back as before.
   */
  public void stop() {
    stopped = true;
  }

  /**
   * How many calls may run at the same time, now.
   *
   * @return the number
   */
  public int limit() {
    return state.maxConcurrent();
  }

  @Override
  public String toString() {
    return bulkhead.name() + ": " + limit() + ", " + rule;
  }
}
