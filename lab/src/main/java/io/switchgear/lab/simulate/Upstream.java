// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.lab.scenario.UpstreamBehavior;
import io.switchgear.lab.scenario.UpstreamBehavior.Capacity;
import io.switchgear.lab.scenario.UpstreamBehavior.Faults;
import io.switchgear.lab.scenario.UpstreamBehavior.Overload;
import io.switchgear.lab.scenario.UpstreamBehavior.Reach;
import io.switchgear.lab.scenario.UpstreamPhase;
import io.switchgear.lab.time.LabTime;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The upstream. It goes on with a call that its client has given up, as real ones do: that is how a
 * slow upstream is kept busy with work that nobody waits for.
 */
final class Upstream {
  private static final int UNAVAILABLE = 503;

  /** How long an answer takes that needs no work. */
  private static final long QUICK_NANOS = 2_000_000;

  /** The share of the full speed at which a cold upstream begins. */
  private static final double COLD_SPEED = 0.1;

  private final LabTime time;
  private final long patienceNanos;
  private final SplittableRandom random;
  private final Throttle throttle;
  private final LoadMeter load = new LoadMeter();
  private final ArrayDeque<Job> queue = new ArrayDeque<>();

  private UpstreamBehavior behavior;
  private long phaseStartNanos;
  private int busy;
  private boolean overloaded;
  private double meanNanos;

  /**
   * An upstream.
   *
   * @param phases what it does
   * @param patienceNanos how long its client waits for an answer
   * @param time the time
   * @param random where chance comes from
   */
  Upstream(List<UpstreamPhase> phases, long patienceNanos, LabTime time, SplittableRandom random) {
    this.time = time;
    this.patienceNanos = patienceNanos;
    this.random = random;
    this.throttle = new Throttle(time, mostCalls(phases));
    this.behavior = phases.get(0).behavior();
    long startNanos = 0;
    for (UpstreamPhase phase : phases) {
      ScheduledTask unused = time.at(startNanos, () -> become(phase.behavior()));
      startNanos += phase.duration().toNanos();
    }
  }

  private static int mostCalls(List<UpstreamPhase> phases) {
    return phases.stream()
        .flatMap(phase -> phase.behavior().throttling().stream())
        .mapToInt(throttling -> throttling.limit().limit())
        .max()
        .orElse(0);
  }

  private void become(UpstreamBehavior next) {
    behavior = next;
    phaseStartNanos = time.nanoTime();
    throttle.become(next.throttling().orElse(null));
    while (hasRoom() && !queue.isEmpty()) {
      begin(queue.remove());
    }
  }

  /**
   * Takes a call; the attempt is told of the answer if there ever is one.
   *
   * @return whether it is certain already that the call fails
   */
  boolean call(int key, Attempt attempt) {
    Faults faults = behavior.faults();
    measureLoad();
    if (faults.reach() == Reach.REFUSED) {
      answer(attempt, QUICK_NANOS, attempt::notConnected);
      return true;
    }
    if (faults.reach() == Reach.DROPPED) {
      attempt.connects();
      return true;
    }
    if (faults.hangShare() > 0 && random.nextDouble() < faults.hangShare()) {
      return true;
    }
    Throttle.Refusal refusal = throttle.refusal(key);
    if (refusal != null) {
      quickly(attempt, refusal.status(), refusal.waitSeconds());
      return true;
    }
    Job job = new Job(attempt, errorOf(key, faults));
    accept(job);
    return job.error != 0;
  }

  private void measureLoad() {
    if (behavior.overload().isEmpty()) {
      overloaded = false;
      return;
    }
    Overload limits = behavior.overload().get();
    double perSecond = load.add(time.nanoTime());
    overloaded = perSecond > (overloaded ? limits.belowPerSecond() : limits.abovePerSecond());
  }

  /** The status with which a call ends; zero when it succeeds. */
  private int errorOf(int key, Faults faults) {
    boolean failingShard = key % faults.shards().count() < faults.shards().failing();
    double share = errorShare(faults);
    return failingShard || (share > 0 && random.nextDouble() < share) ? faults.errorStatus() : 0;
  }

  private double errorShare(Faults faults) {
    return overloaded
        ? Math.max(faults.errorShare(), behavior.overload().orElseThrow().errorShare())
        : faults.errorShare();
  }

  private void quickly(Attempt attempt, int status, long waitSeconds) {
    answer(attempt, QUICK_NANOS, () -> attempt.answered(status, waitSeconds));
  }

  private void accept(Job job) {
    if (hasRoom()) {
      begin(job);
    } else if (queue.size() < behavior.capacity().queue()) {
      queue.add(job);
    } else {
      quickly(job.attempt, UNAVAILABLE, 0);
    }
  }

  private boolean hasRoom() {
    int servers = behavior.capacity().servers();
    return servers == 0 || busy < servers;
  }

  private void begin(Job job) {
    busy++;
    double nanos = behavior.service().draw(random) / speed(behavior.capacity());
    if (overloaded) {
      nanos *= behavior.overload().orElseThrow().slowdown();
    }
    meanNanos += (nanos - meanNanos) / 64;
    answer(job.attempt, (long) nanos, job);
  }

  private void answer(Attempt attempt, long afterNanos, Runnable answer) {
    long atNanos = time.nanoTime() + afterNanos;
    attempt.expect(atNanos);
    ScheduledTask unused = time.at(atNanos, answer);
  }

  private double speed(Capacity capacity) {
    long warmUpNanos = capacity.warmUp().toNanos();
    long sinceNanos = time.nanoTime() - phaseStartNanos;
    return sinceNanos >= warmUpNanos
        ? 1
        : COLD_SPEED + (1 - COLD_SPEED) * sinceNanos / (double) warmUpNanos;
  }

  private void end(Job job) {
    busy--;
    if (hasRoom() && !queue.isEmpty()) {
      begin(queue.remove());
    }
    job.attempt.answered(job.error == 0 ? Attempt.OK : job.error, 0);
  }

  /** The share of calls of a key that would fail if they were made now. */
  double troubleShare(int key) {
    Faults faults = behavior.faults();
    boolean certain =
        faults.reach() != Reach.UP
            || key % faults.shards().count() < faults.shards().failing()
            || throttle.isUsedUp(key)
            || isCrowded();
    return certain
        ? 1
        : 1 - (1 - faults.hangShare()) * (1 - errorShare(faults)) * (1 - lateShare());
  }

  private double lateShare() {
    double slowdown = overloaded ? behavior.overload().orElseThrow().slowdown() : 1;
    return behavior.service().shareAbove(patienceNanos * speed(behavior.capacity()) / slowdown);
  }

  private boolean isCrowded() {
    Capacity capacity = behavior.capacity();
    return !hasRoom()
        && (queue.size() >= capacity.queue()
            || queue.size() * meanNanos / capacity.servers() > patienceNanos);
  }

  /** A call that the upstream works on, or will. */
  private final class Job implements Runnable {
    private final Attempt attempt;
    private final int error;

    Job(Attempt attempt, int error) {
      this.attempt = attempt;
      this.error = error;
    }

    @Override
    public void run() {
      end(this);
    }
  }
}
