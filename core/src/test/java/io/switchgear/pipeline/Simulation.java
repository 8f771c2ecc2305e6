// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.CircuitStats;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.Priority;
import io.switchgear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One run: a random pipeline, a dependency that misbehaves and callers who come and go, on one
 * thread and on virtual time. What must hold is checked after each incident and at the end.
 */
final class Simulation {
  private static final int MOST_TASKS = 100_000;

  private final VirtualTime time = new VirtualTime();
  private final Findings findings = new Findings(time);
  private final List<SimulatedCall> calls = new ArrayList<>();
  private final boolean clockSteps;
  private final Subject subject;
  private final Upstream upstream;
  private final Operator operator;
  private int inUseBefore;

  Simulation(long seed, boolean clockSteps) {
    this.clockSteps = clockSteps;
    this.subject = new Subject(new SplittableRandom(seed), time, findings);
    this.upstream = new Upstream(subject);
    this.operator = new Operator(subject, upstream);
  }

  /** Plays the incidents, lets everything end, and sees that the pipeline still works. */
  List<Findings.Note> play(List<Incident> incidents) {
    try {
      for (Incident incident : incidents) {
        play(incident);
        check();
        findings.rethrow();
      }
      windUp();
      recover();
      settle();
      findings.rethrow();
    } catch (RuntimeException | Error e) {
      throw new AssertionError(e.getMessage() + "\nwith " + subject + findings.tail(), e);
    }
    return findings.notes();
  }

  private void play(Incident incident) {
    SplittableRandom random = incident.random();
    switch (incident.kind()) {
      case CALL -> {
        for (int more = incident.pick() % 4; more >= 0; more--) {
          call(random.split());
        }
      }
      case ADVANCE -> time.advance(ofMillis(incident.millis()));
      case CANCEL -> cancel(incident.pick());
      case MOOD -> upstream.mood = Mood.values()[incident.pick() % Mood.values().length];
      case ORDER -> operator.order(random);
      case RECONFIGURE -> operator.reconfigure(random);
      case RESIZE -> operator.resize(random);
      case STEP_WALL_CLOCK -> {
        if (clockSteps) {
          time.stepWallClock(ofSeconds(random.nextInt(-100_000, 100_000)));
        }
      }
      case INVALIDATE -> subject.pipeline(incident.pick() % Subject.KEYS).invalidate(0);
    }
  }

  private void call(SplittableRandom random) {
    CallOptions options = CallOptions.none();
    if (random.nextInt(3) == 0) {
      Duration left = ofMillis(random.nextInt(random.nextInt(4) == 0 ? 5 : 3_000));
      options = options.deadline(Deadline.after(left, time));
    }
    options = options.priority(Priority.values()[random.nextInt(3)]);
    if (random.nextBoolean()) {
      options = options.cacheKey(random.nextInt(2));
    }
    if (random.nextInt(4) == 0) {
      options = options.idempotent(random.nextBoolean());
    }
    start(random.nextInt(Subject.KEYS), options, random);
  }

  private SimulatedCall start(int key, CallOptions options, SplittableRandom random) {
    int number = calls.size() + 1;
    var call = new SimulatedCall(number, key, subject, options, random);
    calls.add(call);
    call.start(upstream);
    return call;
  }

  private void cancel(int pick) {
    List<SimulatedCall> open = calls.stream().filter(SimulatedCall::isOpen).toList();
    if (!open.isEmpty()) {
      open.get(pick % open.size()).cancel();
    }
  }

  private void check() {
    checkPlaces();
    checkPermits();
    int further = upstream.reached() - (int) calls.stream().filter(c -> c.attempts > 0).count();
    boolean bounded = subject.cache != null || further <= subject.furtherAttempts();
    findings.check(bounded, "more further attempts than the budgets allow", further);
  }

  private void checkPlaces() {
    var bulkhead = subject.bulkhead;
    if (bulkhead == null) {
      return;
    }
    int inUse = bulkhead.inUse();
    findings.check(
        inUse <= Math.max(bulkhead.maxConcurrent(), inUseBefore), "too many at once", inUse);
    inUseBefore = inUse;
    boolean stuck = bulkhead.queued() > 0 && inUse == 0;
    findings.check(!stuck, "calls wait for a place though none is taken", bulkhead);
    if (subject.limiter != null || (subject.rate == null && !subject.paced)) {
      int waiting = subject.limiter == null ? 0 : subject.limiter.waiting();
      String sum = inUse + " = " + upstream.running() + " + " + waiting;
      findings.check(inUse == upstream.running() + waiting, "places don't add up", sum);
    }
  }

  private void checkPermits() {
    var circuit = subject.pipeline(0).circuitBreaker().orElse(null);
    if (circuit == null || subject.records == Records.OPERATION) {
      return;
    }
    CircuitStats.Permits permits = circuit.stats().permits();
    long out = upstream.reached() - permits.settled() - permits.released() - permits.expired();
    boolean adds = (0 <= out || !subject.timerIsSound) && out <= upstream.watched();
    findings.check(adds, "permits don't add up", permits + " and " + out + " out");
  }

  /** Time limits end what they can; then the dependency ends the rest. */
  private void windUp() {
    time.advance(ofMinutes(2));
    check();
    for (SimulatedCall call : calls) {
      findings.check(
          !call.isOpen() || !call.isLimited(), "a call outlives its limits", call.number);
    }
    for (int key = 0; key < Subject.KEYS; key++) {
      int out = subject.pipeline(key).circuitBreaker().map(Simulation::trialsOut).orElse(0);
      findings.check(out == 0, "trial calls outlive their time limit", out);
    }
    upstream.mood = Mood.HEALTHY;
    subject.timer.repair();
    upstream.endAll();
    settle();
  }

  /** Everything has ended: nobody waits, nothing is held, no timer runs. */
  private void settle() {
    int tasks = 0;
    while (time.advanceToNextTask() && tasks < MOST_TASKS) {
      tasks++;
      upstream.endAll();
    }
    findings.check(tasks < MOST_TASKS, "timers that go on for ever", tasks);
    for (SimulatedCall call : calls) {
      findings.check(!call.isOpen(), "a future that is left open", call.number);
    }
    check();
    if (subject.bulkhead != null) {
      int held = subject.bulkhead.inUse() + subject.bulkhead.queued();
      findings.check(held == 0, "places that are held for ever", subject.bulkhead);
    }
    if (subject.limiter != null) {
      findings.check(subject.limiter.waiting() == 0, "a wait for ever", subject.limiter);
    }
    checkAllPermitsAreBack();
  }

  private void checkAllPermitsAreBack() {
    var circuit = subject.pipeline(0).circuitBreaker().orElse(null);
    if (circuit == null) {
      return;
    }
    CircuitStats stats = circuit.stats();
    CircuitStats.Permits permits = stats.permits();
    long back = permits.settled() + permits.released() + permits.expired();
    long verdicts = stats.calls().byVerdict().values().stream().mapToLong(n -> n).sum();
    findings.check(verdicts == permits.settled(), "verdicts don't add up", stats);
    if (subject.records == Records.ATTEMPT) {
      long unmade = back - upstream.reached();
      // An attempt without a timer for its limit isn't made, and gives its permit back.
      boolean right = unmade == 0 || (unmade > 0 && !subject.timerIsSound);
      findings.check(right, "permits don't come back once each", permits);
      return;
    }
    long atLeast = calls.stream().filter(call -> call.attempts > 0).count();
    findings.check(back >= atLeast, "permits are missing", permits + " of " + atLeast);
    boolean bounded = subject.cache != null || back <= calls.size();
    findings.check(bounded, "more permits than calls", permits);
  }

  /** A dependency that is well again is called again, whatever has happened. */
  private void recover() {
    for (int key = 0; key < (subject.keyed ? Subject.KEYS : 1); key++) {
      boolean answered = false;
      for (int round = 0; round < 16 && !answered; round++) {
        time.advance(ofMinutes(1));
        var random = new SplittableRandom(round);
        int before = upstream.reached();
        SimulatedCall call = start(key, CallOptions.none(), random);
        time.advance(ofSeconds(10));
        boolean healthy =
            subject.pipeline(key).circuitBreaker().map(Simulation::isWell).orElse(true);
        answered = upstream.reached() > before && !call.isOpen() && healthy;
      }
      findings.check(
          answered,
          "no way back to a dependency that is well",
          subject
              .pipeline(key)
              .circuitBreaker()
              .map(c -> c.snapshot() + " " + subject.circuit)
              .orElse(""));
    }
  }

  private static int trialsOut(CircuitBreaker circuit) {
    return circuit.snapshot().trialsOut();
  }

  private static boolean isWell(CircuitBreaker circuit) {
    return circuit.state() == CircuitState.CLOSED;
  }
}
