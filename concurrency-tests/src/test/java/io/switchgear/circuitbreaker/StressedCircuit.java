// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import static io.switchgear.circuitbreaker.Directive.by;
import static io.switchgear.circuitbreaker.TripRule.consecutiveFailures;

import io.switchgear.concurrency.StillTime;
import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.results.LII_Result;

/** A circuit in the condition in which threads are to meet at it. */
final class StressedCircuit {
  static final Assessment SUCCESS = Assessment.of(Verdict.SUCCESS);
  static final Assessment FAILURE = Assessment.of(Verdict.FAILURE);
  static final Directive ORDER = by("operator");

  private static final Duration COOL_DOWN = Duration.ofSeconds(1);
  private static final Duration TRIAL_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration RESTRICTION = Duration.ofSeconds(1);

  private final StillTime time = new StillTime();
  private final CircuitBreaker breaker;

  /** Counted here: what the breaker says of its permits is checked against it. */
  private final AtomicInteger admissions = new AtomicInteger();

  private StressedCircuit(int failures, int trialCalls) {
    breaker =
        CircuitBreaker.named("erp")
            .tripOn(consecutiveFailures(failures))
            .coolDown(COOL_DOWN)
            .trialCalls(trialCalls)
            .trialTimeout(TRIAL_TIMEOUT)
            .time(time)
            .build();
  }

  /** An open circuit whose cool-down is over, which nobody has noticed yet. */
  static StressedCircuit coolDownOver(int trialCalls) {
    StressedCircuit circuit = new StressedCircuit(1, trialCalls);
    circuit.permit().settle(FAILURE);
    circuit.time.set(COOL_DOWN.toNanos());
    return circuit;
  }

  /** A closed circuit that trips at its next failure. */
  static StressedCircuit oneFailureOfTwo() {
    StressedCircuit circuit = new StressedCircuit(2, 1);
    circuit.permit().settle(FAILURE);
    return circuit;
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  void passTrialTimeout() {
    time.set(COOL_DOWN.plus(TRIAL_TIMEOUT).toNanos());
  }

  /** An authority opens the circuit for a while: the trials that are out are overtaken. */
  void restrict() {
    int generation = breaker.snapshot().generation();
    breaker.restrict(generation, Restriction.openFor(RESTRICTION), ORDER);
  }

  /** After {@link #restrict} trials decide again, which nobody has noticed yet. */
  void passRestriction() {
    time.set(COOL_DOWN.plus(RESTRICTION).toNanos());
  }

  boolean isAdmitted() {
    boolean admitted = breaker.admit() instanceof Permit;
    if (admitted) {
      admissions.incrementAndGet();
    }
    return admitted;
  }

  /** How many of two calls are admitted. */
  int admittedOfTwo() {
    return (isAdmitted() ? 1 : 0) + (isAdmitted() ? 1 : 0);
  }

  Permit permit() {
    admissions.incrementAndGet();
    return (Permit) breaker.admit();
  }

  long ticket() {
    admissions.incrementAndGet();
    return Circuit.ticket(breaker.ask());
  }

  /** The permits that are out: admitted and not yet settled, released or expired. */
  int out() {
    CircuitStats.Permits permits = breaker.stats().permits();
    return (int) (admissions.get() - permits.settled() - permits.released() - permits.expired());
  }

  int transitions() {
    return breaker.recentTransitions().size();
  }

  /** Whether each transition in the log has the next number and leaves the state before it. */
  boolean isLogInOrder() {
    List<Transition> log = breaker.recentTransitions();
    CircuitState state = CircuitState.CLOSED;
    for (int i = 0; i < log.size(); i++) {
      Transition transition = log.get(i);
      if (transition.sequence() != i + 1 || transition.from() != state) {
        return false;
      }
      state = transition.to();
    }
    return state == breaker.state();
  }

  /** The state, the permits that are out and the late results. */
  void show(LII_Result result) {
    result.r1 = breaker.state();
    result.r2 = out();
    result.r3 = (int) breaker.stats().calls().late();
  }
}
