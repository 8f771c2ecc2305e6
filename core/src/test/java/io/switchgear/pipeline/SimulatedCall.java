// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One call of a simulation, from the side of its caller. */
final class SimulatedCall {
  static final String FALLBACK = "fallback";

  final int number;
  final int key;
  final CallOptions options;
  final SplittableRandom random;
  final Pipeline<@Nullable String> pipeline;
  final Subject subject;

  /** The pipeline's own circuit; null for none. */
  final @Nullable CircuitBreaker circuit;

  /** Whether an operator had forbidden all calls when it began. */
  final boolean forbidden;

  private final Findings findings;
  private final long startNanos;
  private final long deadlineNanos;
  private final String prefix;

  /** How many attempts the dependency saw. */
  int attempts;

  /** When the dependency, asked the last time, wants to be asked again. */
  long notBeforeNanos = Long.MIN_VALUE;

  @Nullable CompletableFuture<?> future;

  SimulatedCall(
      int number, int key, Subject subject, CallOptions options, SplittableRandom random) {
    this.number = number;
    this.subject = subject;
    this.options = options;
    this.random = random;
    this.findings = subject.findings;
    this.pipeline = subject.pipeline(key);
    this.circuit = pipeline.circuitBreaker().orElse(null);
    this.forbidden = circuit != null && circuit.state() == CircuitState.FORCED_OPEN;
    this.startNanos = subject.time.nanoTime();
    this.deadlineNanos = deadlineNanos(options);
    String question = options.cacheKey().map(asked -> "q" + asked).orElse("c" + number);
    this.key = subject.keyed ? key : 0;
    this.prefix = "k" + this.key + question + "n";
  }

  private long deadlineNanos(CallOptions given) {
    long left = given.deadline().remainingNanos();
    long caller = left == Long.MAX_VALUE ? left : startNanos + left;
    Duration own = subject.deadline;
    return own == null ? caller : Math.min(caller, startNanos + own.toNanos());
  }

  boolean asksTheCache() {
    return subject.cache != null && options.cacheKey().isPresent();
  }

  String value(int attempt) {
    return prefix + attempt;
  }

  /** Starts it in one of the three ways. */
  void start(Upstream upstream) {
    switch (random.nextInt(3)) {
      case 0 -> {
        var started = pipeline.callAsync(options, () -> upstream.start(this, null));
        future = started;
        var unused = started.whenComplete(this::ended);
      }
      case 1 -> {
        var started = pipeline.callAsync(options, given -> upstream.start(this, given));
        future = started;
        var unused = started.whenComplete(this::ended);
      }
      default -> {
        var started = pipeline.executeAsync(options, () -> upstream.start(this, null));
        future = started;
        var unused = started.whenComplete(this::outcome);
      }
    }
  }

  /** An attempt begins. */
  void attempt(@Nullable CallOptions given) {
    attempts++;
    long now = subject.time.nanoTime();
    if (given != null) {
      findings.check(!given.deadline().isOver(), "an attempt begins when time is up", number);
    }
    if (asksTheCache()) {
      return;
    }
    boolean wanted = future == null || !future.isDone();
    findings.check(wanted, "an attempt begins for nobody", number);
    findings.check(now < deadlineNanos, "an attempt begins past its deadline", number);
    findings.check(
        given == null
            || deadlineNanos == Long.MAX_VALUE
            || now + given.deadline().remainingNanos() <= deadlineNanos,
        "an attempt gets more time than its caller has",
        number);
    findings.check(attempts <= subject.maxAttempts(options), "too many attempts", number);
    boolean pausing = subject.hedge == null && now < notBeforeNanos;
    findings.check(!pausing, "an attempt begins before its retry-after", number);
  }

  private void ended(@Nullable String value, @Nullable Throwable error) {
    if (!(error instanceof CancellationException && future != null && future.isCancelled())) {
      inTime();
    }
    if (error == null) {
      plausible(value, FALLBACK.equals(value) ? Source.DEGRADED : Source.PRIMARY);
    }
    if (error == null) {
      findings.note(number, "gets ", value);
    } else {
      findings.note(number, "fails: ", error.getClass());
    }
  }

  private void outcome(@Nullable Outcome<@Nullable String> outcome, @Nullable Throwable error) {
    if (outcome == null) {
      boolean expected = error instanceof Error || error instanceof CancellationException;
      findings.check(expected, "an outcome that isn't one", error);
      findings.note(number, "ends without an outcome, error: ", error != null);
      return;
    }
    inTime();
    findings.note(number, "ends with a value from ", outcome.source());
    boolean sane = (outcome.source() == Source.NONE) == outcome.error().isPresent();
    findings.check(sane, "a source without a value", outcome);
    if (outcome.hasValue()) {
      plausible(outcome.value(), outcome.source());
    }
    long took = subject.time.nanoTime() - startNanos;
    findings.check(outcome.elapsed().toNanos() == took, "a wrong time", outcome);
    if (asksTheCache()) {
      return;
    }
    findings.check(outcome.attempts() == attempts, "a wrong number of attempts", outcome);
    boolean refused = outcome.rejection().isPresent();
    findings.check(!refused || attempts == 0, "refused though it was made", outcome);
    boolean unheard = attempts > 0 || outcome.verdict() == Verdict.IGNORED;
    findings.check(unheard, "a verdict on what was never asked", outcome);
  }

  private void inTime() {
    boolean inTime = !subject.timerIsSound || subject.time.nanoTime() <= deadlineNanos;
    findings.check(inTime, "its caller waits beyond its deadline", number);
  }

  private void plausible(@Nullable String value, Source source) {
    boolean right =
        switch (source) {
          case DEGRADED -> FALLBACK.equals(value);
          case PRIMARY -> value == null || value.contains(prefix);
          case CACHE -> asksTheCache() && value != null && value.contains(prefix);
          case NONE, FAILOVER -> false;
        };
    findings.check(right, "a value from " + source + " that isn't", value + " for " + prefix);
  }

  boolean isOpen() {
    return future != null && !future.isDone();
  }

  /** Whether it ends by itself, however long the dependency takes. */
  boolean isLimited() {
    boolean limited = deadlineNanos != Long.MAX_VALUE || subject.timeout != null || asksTheCache();
    return limited && subject.timerIsSound;
  }

  void cancel() {
    if (future != null) {
      findings.note(number, "is cancelled", "");
      future.cancel(random.nextBoolean());
    }
  }
}
