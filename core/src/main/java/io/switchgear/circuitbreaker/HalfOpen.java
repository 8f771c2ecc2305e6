// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Trial calls decide. A trial's number is never used twice in a generation, so a permit that is
 * settled twice finds nothing the second time.
 */
final class HalfOpen extends Rejecting {
  /** A caller who finds all trials taken may ask again this soon: the trial may end any moment. */
  private static final long ASK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final Trials out;
  private final int latestTrial;
  private final int passed;

  HalfOpen(Open from, long nowNanos, TransitionCause cause) {
    super(from, nowNanos, cause, from.openings());
    this.out = Trials.NONE;
    this.latestTrial = 0;
    this.passed = 0;
  }

  /** The same generation with one more trial out. */
  private HalfOpen(HalfOpen before, long nowNanos, Trials overtaken) {
    super(before, before.pause(), overtaken);
    this.latestTrial = before.latestTrial + 1;
    this.out = before.out.with(before.ticket(latestTrial), nowNanos);
    this.passed = before.passed;
  }

  /** The same generation with one trial back. */
  private HalfOpen(HalfOpen before, int trial, int passed, Pause pause) {
    super(before, pause);
    this.out = before.out.without(before.ticket(trial));
    this.latestTrial = before.latestTrial;
    this.passed = passed;
  }

  /** The same generation with other overtaken trials. */
  private HalfOpen(HalfOpen before, Trials overtaken) {
    super(before, before.pause(), overtaken);
    this.out = before.out;
    this.latestTrial = before.latestTrial;
    this.passed = before.passed;
  }

  private long ticket(int trial) {
    return Circuit.ticket(this, trial);
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
    if (out.count() == 0) {
      return this;
    }
    long expiryNanos = out.oldestNanos() + config.trialTimeoutNanos();
    if (nowNanos < expiryNanos) {
      return this;
    }
    String detail = "a trial call took longer than " + config.trialTimeout().toMillis() + " ms";
    return open(
        config, expiryNanos, TransitionCause.of(TransitionCause.Kind.TRIAL_TIMED_OUT, detail), 0);
  }

  @Override
  @Nullable Phase admit(CircuitBreakerConfig config, long nowNanos) {
    Trials older = overtakenAt(config, nowNanos);
    int wanted = Math.max(config.trialCalls(), config.successThreshold()) - passed;
    boolean place = older.count() + out.count() < config.trialCalls() && out.count() < wanted;
    return place && pause().isOver(nowNanos) ? new HalfOpen(this, nowNanos, older) : null;
  }

  /** Overtaken trials take their places no longer than the time limit, or they might for ever. */
  private Trials overtakenAt(CircuitBreakerConfig config, long nowNanos) {
    return overtaken().startedAfter(nowNanos - config.trialTimeoutNanos());
  }

  @Override
  int latestTrial() {
    return latestTrial;
  }

  @Override
  boolean isOut(int trial) {
    return out.contains(ticket(trial));
  }

  @Override
  Phase settle(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    return switch (config.effect(assessment)) {
      case PASS -> pass(config, trial, nowNanos);
      case FAIL -> fail(config, trial, assessment, nowNanos);
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

  private Phase fail(CircuitBreakerConfig config, int trial, Assessment assessment, long nowNanos) {
    String detail = "a trial call ended with " + assessment;
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.TRIAL_FAILED, detail);
    return release(trial).open(config, nowNanos, cause, config.trustedWaitNanos(assessment));
  }

  @Override
  Phase release(int trial) {
    return without(trial, passed, pause());
  }

  private Phase without(int trial, int passedNow, Pause pause) {
    return new HalfOpen(this, trial, passedNow, pause);
  }

  @Override
  int trialsOut() {
    return out.count();
  }

  @Override
  Trials running() {
    return overtaken().with(out);
  }

  @Override
  Phase withOvertaken(Trials left) {
    return new HalfOpen(this, left);
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
    Trials all = overtakenAt(config, nowNanos).with(out);
    long oldest = all.count() == 0 ? nowNanos : all.oldestNanos();
    return Math.min(ASK_AGAIN_NANOS, oldest + config.trialTimeoutNanos() - nowNanos);
  }

  @Override
  String describe(long nowNanos) {
    int older = overtaken().count();
    String earlier = older == 0 ? "" : ", " + older + " of before may still run";
    String numbers = out.count() + " trial calls out, " + passed + " passed" + earlier;
    return pause().isOver(nowNanos) ? numbers : pause().describe(nowNanos) + "; " + numbers;
  }
}
