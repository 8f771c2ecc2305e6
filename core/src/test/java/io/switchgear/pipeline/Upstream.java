// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The simulated dependency: answers or misbehaves, and checks each attempt that reaches it. */
final class Upstream {
  private static final String BAD = "bad ";
  private static final String UNREADABLE = "unreadable ";

  private final Subject subject;
  private final Findings findings;
  private final List<Reply> replies = new ArrayList<>();
  private final Map<Integer, List<Long>> beginnings = new HashMap<>();

  private final Map<CircuitBreaker, Pause> pauses = new HashMap<>();

  Mood mood = Mood.HEALTHY;
  boolean limitIsKnown = true;
  private int running;
  private int reached;

  Upstream(Subject subject) {
    this.subject = subject;
    this.findings = subject.findings;
  }

  static Assessment read(@Nullable String result, @Nullable Throwable error) {
    if (error instanceof Throttle throttle) {
      return Assessment.of(Verdict.THROTTLED).retryAfter(throttle.retryAfter);
    }
    if (error instanceof IllegalArgumentException) {
      return Assessment.of(Verdict.IGNORED);
    }
    if (result == null) {
      return Verdicts.standard().assess(result, error);
    }
    if (result.startsWith(UNREADABLE)) {
      throw new IllegalStateException(result);
    }
    return Assessment.of(result.startsWith(BAD) ? Verdict.FAILURE : Verdict.SUCCESS);
  }

  /** An attempt reaches the dependency. */
  @Nullable CompletionStage<@Nullable String> start(
      SimulatedCall call, @Nullable CallOptions given) {
    SplittableRandom random = call.random;
    Reply reply = new Reply(call, mood.draw(random), () -> running--);
    reached++;
    running++;
    findings.note(call.number, "attempt: ", reply.kind);
    call.attempt(given);
    checkRate(call);
    checkCircuit(reply);
    checkPlaces();
    replies.add(reply);
    return behave(reply, random);
  }

  // NullAway: some dependencies give no stage.
  private @Nullable CompletionStage<@Nullable String> behave(Reply reply, SplittableRandom random) {
    String value = reply.call.value(reply.call.attempts);
    int millis = random.nextInt(3) == 0 ? 0 : random.nextInt(mood.maxDelayMillis());
    switch (reply.kind) {
      case ANSWER, TWICE, DONE_ON_CANCEL, STUBBORN, NO_FUTURE, CANCEL_THROWS ->
          later(reply, millis, value, null);
      case FAILURE -> later(reply, millis, null, new IOException("reset"));
      case THROTTLE -> later(reply, millis, null, new Throttle(random.nextInt(800)));
      case CALLERS_MISTAKE -> later(reply, millis, null, new IllegalArgumentException("mistake"));
      case BAD_RESULT -> later(reply, millis, BAD + value, null);
      case UNREADABLE -> later(reply, millis, UNREADABLE + value, null);
      case NULL_RESULT -> later(reply, millis, null, null);
      case ERROR -> later(reply, millis, null, new StackOverflowError());
      case CANCELLED_BY_ITSELF -> later(reply, millis, null, new CancellationException("itself"));
      case HANG -> {}
      case THROWS -> {
        reply.end(null, new IOException("never looked at"));
        if (random.nextBoolean()) {
          throw new IllegalStateException("thrown");
        }
        throw new LinkageError("thrown");
      }
      case NO_STAGE -> {
        reply.end(null, new IOException("never looked at"));
        return null;
      }
    }
    return reply;
  }

  private void later(Reply reply, int millis, @Nullable String result, @Nullable Throwable error) {
    Runnable end = () -> end(reply, result, error);
    if (millis == 0) {
      end.run();
    } else {
      var unused = subject.time.schedule(Duration.ofMillis(millis), end);
    }
  }

  private void end(Reply reply, @Nullable String result, @Nullable Throwable error) {
    boolean heard = reply.isWatched();
    if (heard && error instanceof Throttle throttle) {
      long now = subject.time.nanoTime();
      reply.call.notBeforeNanos = now + throttle.retryAfter.toNanos();
    }
    int readBefore = subject.throttled;
    reply.end(result, error);
    if (error instanceof Throttle throttle && subject.throttled > readBefore) {
      notePause(reply, throttle);
    }
  }

  /** A closed circuit that has read the wish for a pause keeps it until it changes its state. */
  private void notePause(Reply reply, Throttle throttle) {
    CircuitBreaker circuit = reply.call.circuit;
    boolean obeys = subject.records == Records.ATTEMPT && subject.obeysThrottling();
    if (circuit != null && obeys && circuit.state() == CircuitState.CLOSED) {
      long until = subject.time.nanoTime() + throttle.retryAfter.toNanos();
      int generation = circuit.snapshot().generation();
      if (generation == reply.generation) {
        pauses.merge(circuit, new Pause(generation, until), Pause::later);
      }
    }
  }

  private void checkRate(SimulatedCall call) {
    RateDraw rate = subject.rate;
    if (rate == null || !limitIsKnown) {
      return;
    }
    if (subject.keyed && !subject.roomForAllKeys) {
      return;
    }
    List<Long> times = beginnings.computeIfAbsent(call.key, key -> new ArrayList<>());
    times.add(subject.time.nanoTime());
    findings.check(rate.allows(times), "more attempts than the limiter promises", rate.config);
  }

  void limitChanges() {
    limitIsKnown = limitIsKnown && subject.limiter != null && subject.limiter.waiting() == 0;
    beginnings.clear();
  }

  private void checkCircuit(Reply reply) {
    CircuitBreaker circuit = reply.call.circuit;
    if (circuit == null) {
      return;
    }
    findings.check(!reply.call.forbidden, "a forbidden call is made", reply.call.number);
    CircuitState state = circuit.state();
    var snapshot = circuit.snapshot();
    int trialCalls = subject.trialCalls();
    findings.check(snapshot.trialsOut() <= subject.mostTrialCalls, "too many trials", snapshot);
    reply.generation = snapshot.generation();
    if (subject.records == Records.OPERATION) {
      return;
    }
    Pause pause = pauses.get(circuit);
    boolean pausing =
        pause != null
            && pause.generation == reply.generation
            && state == CircuitState.CLOSED
            && subject.time.nanoTime() < pause.untilNanos;
    findings.check(!pausing, "an attempt begins during a pause", snapshot);
    boolean admits = state != CircuitState.OPEN && state != CircuitState.FORCED_OPEN;
    findings.check(admits, "an attempt begins while the circuit is", state);
    if (state == CircuitState.HALF_OPEN) {
      reply.trialOf = snapshot.generation();
      long out = replies.stream().filter(other -> isSameTrial(other, reply)).count() + 1;
      findings.check(out <= trialCalls, "more trial calls than", trialCalls);
    } else if (state == CircuitState.CLOSED) {
      boolean shut = snapshot.retryAfter().isPresent();
      findings.check(!shut, "an attempt begins while the dependency wants a pause", snapshot);
    }
  }

  private static boolean isSameTrial(Reply other, Reply reply) {
    return other.isWatched()
        && other.trialOf == reply.trialOf
        && other.call.circuit == reply.call.circuit;
  }

  private void checkPlaces() {
    if (subject.bulkhead != null) {
      int inUse = subject.bulkhead.inUse();
      findings.check(running <= inUse, "attempts without a place", running + " > " + inUse);
    }
  }

  int running() {
    return running;
  }

  int reached() {
    return reached;
  }

  /** How many attempts the pipeline may still hold permits for. */
  long watched() {
    return replies.stream().filter(Reply::isWatched).count();
  }

  /** Whatever still runs or hangs ends now. */
  void endAll() {
    for (Reply reply : List.copyOf(replies)) {
      end(reply, reply.call.value(reply.call.attempts), null);
    }
  }

  /**
   * What a circuit was asked for.
   *
   * @param generation the generation that was asked
   * @param untilNanos no call is wanted before
   */
  private record Pause(int generation, long untilNanos) {
    Pause later(Pause other) {
      boolean older = other.generation == generation && other.untilNanos < untilNanos;
      return older ? this : other;
    }
  }

  /** The dependency asks for less. */
  private static final class Throttle extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Duration retryAfter;

    Throttle(int millis) {
      super("asks for less", null, false, false);
      this.retryAfter = Duration.ofMillis(millis);
    }
  }
}
