// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.Throttled;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a breaker must do, said as plainly as possible: mutable, slow, one thread. It keeps every
 * result of a closed period and counts them anew each time.
 */
final class BreakerModel {
  private final CircuitBreakerConfig config;
  private final Predicate<List<Result>> trips;
  private final long holdForNanos;
  private final List<Result> results = new ArrayList<>();
  private final TreeMap<Integer, Long> trialStarts = new TreeMap<>();

  /** Trials of periods that are over, since the circuit last admitted calls freely. */
  private final TreeMap<Integer, Long> overtaken = new TreeMap<>();

  private CircuitState state = CircuitState.CLOSED;
  private long until;
  private boolean openByItself;
  private long outsideUntil = Long.MIN_VALUE;
  private boolean trialsFollow;
  private long pausedUntil;
  private long heldUntil;
  private int period;
  private int passed;
  private int late;
  private int expired;

  BreakerModel(CircuitBreakerConfig config, Predicate<List<Result>> trips, Duration holdFor) {
    this.config = config;
    this.trips = trips;
    this.holdForNanos = holdFor.toNanos();
  }

  /** A counted result. */
  record Result(boolean failed, long at) {}

  /** A call that was admitted: in which period, and as which trial (0 is none). */
  record Ticket(int period, int trial) {}

  CircuitState state() {
    return state;
  }

  int late() {
    return late;
  }

  int expired() {
    return expired;
  }

  int trialsOut() {
    return trialStarts.size();
  }

  /** How many trial calls run, of any period, that haven't run for longer than they may. */
  int trialsRunning(long now) {
    long limit = config.trialTimeout().toNanos();
    long older = overtaken.values().stream().filter(start -> now - start < limit).count();
    return trialStarts.size() + (int) older;
  }

  /** Time passes: what is due happens, one thing after the other. */
  void tick(long now) {
    boolean moved = true;
    while (moved) {
      moved = false;
      if (state == CircuitState.OPEN && now >= openUntil()) {
        endOpen();
        moved = true;
      } else if (state == CircuitState.FORCED_OPEN && now >= until) {
        enter(outsideUntil > until ? CircuitState.OPEN : CircuitState.CLOSED);
        openByItself = false;
        moved = true;
      } else if (state == CircuitState.HALF_OPEN && !trialStarts.isEmpty()) {
        long oldest = trialStarts.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        long expiry = oldest + config.trialTimeout().toNanos();
        if (now >= expiry) {
          open(expiry);
          moved = true;
        }
      }
    }
  }

  /** The ticket, or null for a rejection; the number is the caller's own and never used twice. */
  @Nullable Ticket admit(long now, int number) {
    boolean paused = now < pausedUntil;
    if (state == CircuitState.CLOSED && !paused) {
      return new Ticket(period, 0);
    }
    int most = Math.max(config.trialCalls(), config.successThreshold());
    boolean room = trialsRunning(now) < config.trialCalls() && trialStarts.size() + passed < most;
    if (state == CircuitState.HALF_OPEN && !paused && room) {
      trialStarts.put(number, now);
      return new Ticket(period, number);
    }
    return null;
  }

  /** Why a circuit that isn't forced open rejects calls now. */
  boolean isHeld(long now) {
    return now < heldUntil;
  }

  void settle(Ticket ticket, Assessment assessment, long now) {
    if (!isOut(ticket)) {
      endLate(ticket);
      return;
    }
    Verdict verdict = assessment.verdict();
    boolean throttled = verdict == Verdict.THROTTLED;
    boolean failed =
        verdict == Verdict.FAILURE || (throttled && config.throttled() == Throttled.TRIP);
    trialStarts.remove(ticket.trial());
    if (throttled && !failed && config.throttled() != Throttled.IGNORE) {
      pause(assessment, now);
    }
    if (state == CircuitState.CLOSED && (failed || verdict == Verdict.SUCCESS)) {
      results.add(new Result(failed, now));
      if (trips.test(results)) {
        open(now);
      }
    } else if (state == CircuitState.HALF_OPEN && failed) {
      open(now);
    } else if (state == CircuitState.HALF_OPEN && verdict == Verdict.SUCCESS) {
      passed++;
      if (passed == config.successThreshold()) {
        enter(CircuitState.CLOSED);
      }
    }
  }

  private void pause(Assessment assessment, long now) {
    boolean hold = assessment.isHold() || config.throttled() == Throttled.HOLD;
    long wait = assessment.retryAfter().map(Duration::toNanos).orElse(hold ? holdForNanos : 0L);
    pausedUntil = Math.max(pausedUntil, now + wait);
    if (hold) {
      heldUntil = Math.max(heldUntil, now + wait);
    }
  }

  void release(Ticket ticket) {
    if (isOut(ticket)) {
      trialStarts.remove(ticket.trial());
    } else {
      endLate(ticket);
    }
  }

  private void endLate(Ticket ticket) {
    late++;
    overtaken.remove(ticket.trial());
  }

  void forceOpen(long end) {
    enter(CircuitState.FORCED_OPEN);
    until = end;
  }

  void reset() {
    enter(CircuitState.CLOSED);
    outsideUntil = Long.MIN_VALUE;
    pausedUntil = 0;
    heldUntil = 0;
  }

  int period() {
    return period;
  }

  /** The stricter of what the circuit wants by itself and what is imposed. */
  private long openUntil() {
    return openByItself ? Math.max(until, outsideUntil) : outsideUntil;
  }

  private void endOpen() {
    boolean lastWordFromOutside = !openByItself || outsideUntil > until;
    boolean trials = openByItself || (lastWordFromOutside && trialsFollow);
    enter(trials ? CircuitState.HALF_OPEN : CircuitState.CLOSED);
    outsideUntil = Long.MIN_VALUE;
  }

  void restrict(long end, boolean trialsAfterwards, long now) {
    outsideUntil = end;
    trialsFollow = trialsAfterwards;
    if (state == CircuitState.CLOSED || state == CircuitState.HALF_OPEN) {
      boolean trying = state == CircuitState.HALF_OPEN;
      enter(CircuitState.OPEN);
      openByItself = trying;
      until = now;
    }
  }

  void lift(long now) {
    boolean imposed = outsideUntil != Long.MIN_VALUE;
    outsideUntil = Long.MIN_VALUE;
    trialsFollow = false;
    if (state == CircuitState.OPEN && imposed && !(openByItself && until > now)) {
      endOpen();
    }
  }

  boolean isOut(Ticket ticket) {
    boolean trialOut = ticket.trial() == 0 || trialStarts.containsKey(ticket.trial());
    return ticket.period() == period && trialOut;
  }

  private void open(long at) {
    enter(CircuitState.OPEN);
    openByItself = true;
    until = at + config.coolDown().first().toNanos();
  }

  private void enter(CircuitState next) {
    state = next;
    period++;
    expired += trialStarts.size();
    overtaken.putAll(trialStarts);
    if (next == CircuitState.CLOSED) {
      overtaken.clear();
    }
    trialStarts.clear();
    results.clear();
    passed = 0;
  }
}
