// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Trial calls decide. The trials that are out are kept by number, oldest first, each with its
 * start; a number is never used twice in a generation, so a permit that is settled twice finds
 * nothing the second time.
 */
final class HalfOpen extends Rejecting {
  /** A caller who finds all trials taken may ask again this soon: the trial may end any moment. */
  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final int[] trials;
  private final long[] startsNanos;
  private final int latestTrial;
  private final int passed;

  HalfOpen(Open from, long nowNanos, TransitionCause cause) {
    super(from, nowNanos, cause, from.openings());
    this.trials = new int[0];
    this.startsNanos = new long[0];
    this.latestTrial = 0;
    this.passed = 0;
  }

  /** The same generation with one more trial out. */
  private HalfOpen(HalfOpen before, long nowNanos) {
    super(before);
    int out = before.trials.length;
    this.latestTrial = before.latestTrial + 1;
    this.trials = Arrays.copyOf(before.trials, out + 1);
    this.startsNanos = Arrays.copyOf(before.startsNanos, out + 1);
    this.trials[out] = latestTrial;
    this.startsNanos[out] = nowNanos;
    this.passed = before.passed;
  }

  /** The same generation with one trial back. */
  private HalfOpen(HalfOpen before, int index, int passed, Pause pause) {
    super(before, pause);
    int out = before.trials.length - 1;
    this.trials = Arrays.copyOf(before.trials, out);
    this.startsNanos = Arrays.copyOf(before.startsNanos, out);
    System.arraycopy(before.trials, index + 1, trials, index, out - index);
    System.arraycopy(before.startsNanos, index + 1, startsNanos, index, out - index);
    this.latestTrial = before.latestTrial;
    this.passed = passed;
  }

  @Override
  CircuitState state() {
    return CircuitState.HALF_OPEN;
  }

  @Override
  Phase advance(CircuitBreakerConfig config, long nowNanos) {
    if (passed >= config.successThreshold()) {
      // Settings that ask for less than before: no further trial would be admitted.
      return closed(config, passed, nowNanos);
    }
    if (trials.length == 0) {
      return this;
    }
    long expiryNanos = startsNanos[0] + config.trialTimeoutNanos();
    if (nowNanos < expiryNanos) {
      return this;
    }
    String detail = "a trial call took longer than " + config.trialTimeout().toMillis() + " ms";
    return open(
        config, expiryNanos, TransitionCause.of(TransitionCause.Kind.TRIAL_TIMED_OUT, detail), 0);
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    int out = trials.length;
    int wanted = Math.max(config.trialCalls(), config.successThreshold()) - passed;
    boolean free = out < config.trialCalls() && out < wanted && pause().isOver(nowNanos);
    return free ? new HalfOpen(this, nowNanos) : null;
  }

  @Override
  int latestTrial() {
    return latestTrial;
  }

  @Override
  boolean isOut(int trial) {
    return Arrays.binarySearch(trials, trial) >= 0;
  }

  @Override
  Phase settle(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    return switch (config.effect(assessment)) {
      case PASS -> pass(config, trial, nowNanos);
      case FAIL -> fail(config, assessment, nowNanos);
      case PAUSE -> without(trial, passed, pause().and(config.pause(assessment, nowNanos)));
      case NOTHING -> release(trial);
    };
  }

  private Phase pass(CircuitBreakerConfig config, int trial, long nowNanos) {
    if (passed + 1 < config.successThreshold()) {
      return without(trial, passed + 1, pause());
    }
    return closed(config, passed + 1, nowNanos);
  }

  private Phase closed(CircuitBreakerConfig config, int passedNow, long nowNanos) {
    String detail = passedNow + " of " + config.successThreshold() + " trial calls passed";
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.TRIALS_PASSED, detail);
    Phase next = closed(nowNanos, cause, openings());
    return next instanceof Closed closed && config.rampNanos() > 0 ? new Ramping(closed) : next;
  }

  private Phase fail(CircuitBreakerConfig config, Assessment assessment, long nowNanos) {
    String detail = "a trial call ended with " + assessment;
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.TRIAL_FAILED, detail);
    return open(config, nowNanos, cause, config.trustedWaitNanos(assessment));
  }

  @Override
  Phase release(int trial) {
    return without(trial, passed, pause());
  }

  private Phase without(int trial, int passedNow, Pause pause) {
    return new HalfOpen(this, Arrays.binarySearch(trials, trial), passedNow, pause);
  }

  @Override
  int trialsOut() {
    return trials.length;
  }

  @Override
  RejectionReason reason(long nowNanos) {
    return pause().isOver(nowNanos) ? RejectionReason.TRIALS_TAKEN : pause().reason(nowNanos);
  }

  @Override
  long retryAfterNanos(CircuitBreakerConfig config, long nowNanos) {
    if (!pause().isOver(nowNanos)) {
      return pause().untilNanos() - nowNanos;
    }
    long oldest = trials.length == 0 ? nowNanos : startsNanos[0];
    return Math.min(ASK_AGAIN_NANOS, oldest + config.trialTimeoutNanos() - nowNanos);
  }

  @Override
  String describe(long nowNanos) {
    String numbers = trials.length + " trial calls out, " + passed + " passed";
    return pause().isOver(nowNanos) ? numbers : pause().describe(nowNanos) + "; " + numbers;
  }
}
