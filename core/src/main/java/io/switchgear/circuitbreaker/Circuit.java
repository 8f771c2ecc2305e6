// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.core.internal.KeyText;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The thin shell around a circuit's phase: reads the time, applies the pure functions of {@link
 * Phase} and swaps the result in with compare-and-set.
 *
 * <p>A ticket stands for a permit: the generation in the upper half, the trial in the lower one; 0
 * is no trial. {@link CircuitBreaker} extends this class rather than holding it, since there may be
 * millions of them.
 */
abstract sealed class Circuit permits CircuitBreaker {
  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(Circuit.class, "phase", Phase.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The ticket of a call that is made unwatched; no generation has it. */
  private static final long UNWATCHED = -1;

  private final Family family;

  /** Null for a breaker without keys and for the one that stands for all keys. */
  private final @Nullable Object key;

  private volatile Phase phase;

  /** The mark of the keyed store; a lost write costs a key that is idle at most one more look. */
  private boolean touched;

  // Guarded by the log's lock.

  /** Where the latest logged transition led. */
  private CircuitState loggedState = CircuitState.CLOSED;

  /**
   * How often the family has this circuit: 1; 0 when it is forgotten, and then its transitions are
   * no longer counted, since its key may have another circuit; 2 for the moment between its return
   * and the news of its removal.
   */
  private byte places;

  Circuit(Family family, @Nullable Object key) {
    this.family = family;
    this.key = key;
    this.phase = family.pristine();
  }

  final Family family() {
    return family;
  }

  final String circuitName() {
    return family.config().name();
  }

  final Optional<String> keyText() {
    return Optional.ofNullable(key).map(KeyText::of);
  }

  final long nowNanos() {
    return family.time().nanoTime();
  }

  // Admission.

  /** Asks for one call's admission: how it was admitted, or the refusal. */
  final Answer ask() {
    Phase here = phase;
    if (here instanceof Closed && family.admitsPlainly()) {
      return here;
    }
    Circuit whole = family.whole();
    Answer answer = whole == null || whole.phase instanceof Closed ? askHere() : askUnder(whole);
    if (answer instanceof CircuitRejection) {
      family.counters().rejected();
    }
    return answer;
  }

  /** The refusal of every call that came now; null when a call has a chance. Takes nothing. */
  final @Nullable CircuitRejection refusal() {
    Circuit whole = family.whole();
    CircuitRejection refusal =
        whole == null || whole.phase instanceof Closed ? refusalHere() : refusalUnder(whole);
    if (refusal != null) {
      family.counters().rejected();
    }
    return refusal;
  }

  private @Nullable CircuitRejection refusalHere() {
    if (phase instanceof Closed) {
      return null;
    }
    long now = nowNanos();
    Rejecting refusing = refusing(current(now), now);
    return refusing == null ? null : refusing.rejection(this);
  }

  /** A phase that rejects every call at this time; null for any other. */
  final @Nullable Rejecting refusing(Phase here, long nowNanos) {
    return here instanceof Rejecting refusing && refusing.rejectsForNow(family.config(), nowNanos)
        ? refusing
        : null;
  }

  private @Nullable CircuitRejection refusalUnder(Circuit whole) {
    Phase order = whole.current(nowNanos());
    if (order instanceof ForcedOpen forced) {
      return forced.rejection(whole);
    }
    return order instanceof Closed ? refusalHere() : null;
  }

  private Answer askHere() {
    Phase here = phase;
    boolean plain = here instanceof Closed && family.config().admitsPlainly();
    return plain ? here : askSlowly();
  }

  private Answer askSlowly() {
    while (true) {
      long now = nowNanos();
      Phase here = current(now);
      Phase next = here.admit(family.config(), now);
      if (next == null && here instanceof Rejecting rejecting) {
        return rejecting.rejection(this);
      }
      if (next == null) {
        return Unwatched.CALL;
      }
      if (change(here, next)) {
        return next.watching() == null ? next : begun(next, now);
      }
    }
  }

  private Answer begun(Phase admitting, long now) {
    Evidence evidence = family.config().watchesInFlight() ? evidence(admitting.generation()) : null;
    int slot = evidence == null ? 0 : evidence.begin(now);
    return slot == 0 ? admitting : new InFlight(admitting, slot);
  }

  /** An order for the whole family comes before each key's own state. */
  private Answer askUnder(Circuit whole) {
    Phase order = whole.current(nowNanos());
    if (order instanceof ForcedOpen forced) {
      return forced.rejection(whole);
    }
    if (order instanceof Disabled) {
      return Unwatched.CALL;
    }
    Answer answer = askHere();
    boolean ignored = order instanceof MetricsOnly && answer instanceof CircuitRejection;
    return ignored ? Unwatched.CALL : answer;
  }

  /** The lower half is a trial, 1 or more; 0; or where the call was noted, as a negative number. */
  static long ticket(Answer admission) {
    if (admission instanceof Closed closed) {
      return ticket(closed, 0);
    }
    if (admission instanceof Phase phase) {
      return ticket(phase, phase.latestTrial());
    }
    return admission instanceof InFlight call ? ticket(call.phase(), -call.slot()) : UNWATCHED;
  }

  static long ticket(Phase phase, int place) {
    return ((long) phase.generation() << Integer.SIZE) | (place & 0xFFFF_FFFFL);
  }

  // The end of a permit.

  final void settle(long ticket, Assessment assessment) {
    if (!(phase instanceof Closed closed) || ticket != ticket(closed, 0)) {
      end(ticket, assessment);
      return;
    }
    Evidence evidence = closed.evidence();
    boolean quiet =
        assessment.verdict() == Verdict.SUCCESS
            && (evidence == null
                ? family.config().firstSuccessIsAbsorbed()
                : evidence.absorbsSuccess());
    if (quiet) {
      family.counters().succeeded();
    } else if (evidence == null || evidence.readsTime() || !family.config().made(evidence)) {
      end(ticket, assessment);
    } else {
      settleWithoutTime(ticket, assessment, evidence);
    }
  }

  /** A result that the rules judge without the time; it is read only when they say: trip. */
  private void settleWithoutTime(long ticket, Assessment assessment, Evidence evidence) {
    Effect effect = family.config().effect(assessment);
    if (effect == Effect.PAUSE) {
      end(ticket, assessment);
      return;
    }
    family.counters().settled(assessment.verdict());
    if (effect != Effect.NOTHING && evidence.record(effect == Effect.FAIL, 0)) {
      trip(ticket, assessment, evidence, nowNanos());
    }
  }

  final void release(long ticket) {
    end(ticket, null);
  }

  private void end(long ticket, @Nullable Assessment assessment) {
    if (ticket == UNWATCHED) {
      countEnd(assessment);
      return;
    }
    int place = (int) ticket;
    while (true) {
      long now = nowNanos();
      Phase here = current(now);
      if (here.generation() != generation(ticket) || !here.isOut(place)) {
        if (change(here, here.overtakenEnded(ticket))) {
          countLateEnd(place, assessment);
          return;
        }
        continue;
      }
      if (place <= 0) {
        countEnd(assessment);
        watch(ticket, assessment, now);
        return;
      }
      Phase next =
          assessment == null
              ? here.release(place)
              : here.settle(family.config(), place, assessment, now);
      int expired = next.generation() == here.generation() ? 0 : here.trialsOut() - 1;
      if (change(here, next, expired)) {
        countEnd(assessment);
        return;
      }
    }
  }

  private void countEnd(@Nullable Assessment assessment) {
    if (assessment == null) {
      family.counters().released();
    } else {
      family.counters().settled(assessment.verdict());
    }
  }

  /** A trial whose permit was taken back was counted as expired; now it is late and no more. */
  private void countLateEnd(int place, @Nullable Assessment assessment) {
    family.counters().late();
    if (place <= 0) {
      countEnd(assessment);
    }
  }

  /** Takes the end of a call of a closed period in, once, and draws the conclusion. */
  private void watch(long ticket, @Nullable Assessment assessment, long now) {
    CircuitBreakerConfig config = family.config();
    Effect effect = assessment == null ? Effect.NOTHING : config.effect(assessment);
    int generation = generation(ticket);
    if (effect == Effect.PAUSE && assessment != null) {
      Pause wish = config.pause(assessment, now);
      follow(generation, here -> here.paused(wish));
    }
    boolean counts = effect == Effect.PASS || effect == Effect.FAIL;
    int slot = -(int) ticket;
    Evidence evidence = counts || slot > 0 ? evidence(generation) : null;
    if (evidence == null) {
      return;
    }
    boolean trips = slot > 0 && evidence.end(slot, counts, now);
    trips |= counts && evidence.record(effect == Effect.FAIL, now);
    if (trips) {
      trip(ticket, assessment, evidence, now);
    }
  }

  private void trip(long ticket, @Nullable Assessment last, Evidence evidence, long now) {
    CircuitBreakerConfig config = family.config();
    String ending = last == null ? "given up" : last.toString();
    String detail = evidence.describe(now) + ", the last one " + ending;
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.TRIP_RULE, detail);
    long wish = last == null ? 0 : config.trustedWaitNanos(last);
    follow(generation(ticket), here -> here.open(config, now, cause, wish));
  }

  /**
   * What the closed period remembers results in, made for the first one and made to fit settings
   * that have changed; null if the period is over.
   */
  private @Nullable Evidence evidence(int generation) {
    while (true) {
      Phase here = phase;
      Closed closed = here.generation() == generation ? here.watching() : null;
      if (closed == null) {
        return null;
      }
      Phase next = here.withEvidence(family.config());
      if (next == here) {
        return closed.evidence();
      }
      change(here, next);
    }
  }

  /** Takes a step from the phase of a generation, unless another thread has ended it. */
  private void follow(int generation, UnaryOperator<Phase> step) {
    Phase here;
    do {
      here = phase;
    } while (here.generation() == generation && !change(here, step.apply(here)));
  }

  private static int generation(long ticket) {
    return (int) (ticket >>> Integer.SIZE);
  }

  // Changes.

  /** The phase at a time: takes the transitions that time alone has caused. */
  final Phase current(long nowNanos) {
    while (true) {
      Phase here = phase;
      Phase next = here.advance(family.config(), nowNanos);
      if (next == here) {
        return here;
      }
      change(here, next);
    }
  }

  /** Carries an operator's order out. */
  final void move(LongFunction<Phase> order) {
    Phase from;
    Phase to;
    do {
      long now = nowNanos();
      from = current(now);
      to = order.apply(now);
    } while (!change(from, to));
  }

  /** Carries out what an outside authority says about a generation, if it isn't over. */
  final boolean restrictIfOf(int generation, Restriction restriction, Directive authority) {
    TransitionCause cause =
        TransitionCause.of(TransitionCause.Kind.OUTSIDE, restriction + ", " + authority);
    Phase from;
    Phase to;
    do {
      long now = nowNanos();
      from = current(now);
      if (from.generation() != generation) {
        return false;
      }
      to = from.restricted(restriction.imposedBy(authority, now), cause, now);
    } while (!change(from, to));
    return true;
  }

  private boolean change(Phase from, Phase to) {
    return change(from, to, from.generation() == to.generation() ? 0 : from.trialsOut());
  }

  private boolean change(Phase from, Phase to, int expired) {
    if (from == to) {
      return true;
    }
    boolean transition = from.generation() != to.generation();
    if (transition) {
      family.log().append(this, from);
    }
    if (!PHASE.compareAndSet(this, from, to)) {
      return false;
    }
    if (!(to instanceof Closed)) {
      family.retain(this);
    }
    if (transition) {
      family.counters().expired(expired);
      family.log().append(this, to);
      family.config().probing(this, to).ifPresent(Probing::begin);
    }
    return true;
  }

  final boolean isOpenSince(int generation) {
    Phase here = current(nowNanos());
    return here instanceof Open && here.generation() == generation;
  }

  /** Lets trial calls begin before the cool-down is over, unless the open period is over anyway. */
  final void endOpenEarly(int generation, boolean rightAfterTheTrip) {
    long now = nowNanos();
    if (rightAfterTheTrip && isOpenSince(generation)) {
      family.counters().falseTrip();
    }
    follow(
        generation,
        here -> here instanceof Open open ? open.healthyEarly(now, rightAfterTheTrip) : here);
  }

  /** Has a closed circuit forget what it has seen; a pause or a ramp ends with it. */
  final void forget() {
    follow(
        current(nowNanos()).generation(),
        here -> here.watching() == null ? here : here.watching().withoutEvidence());
  }

  /** What is left of a refused caller's wait. */
  final Duration retryAfter(Rejecting by) {
    long nanos = by.retryAfterNanos(family.config(), nowNanos());
    return Duration.ofNanos(Math.max(1, nanos));
  }

  // For the log, which guards them.

  /** How often the census has this circuit in it while it is in a state. */
  final int placesIn(CircuitState state) {
    if (family.isStandIn(this)) {
      return state == CircuitState.CLOSED ? 0 : 1;
    }
    return places;
  }

  final void addPlaces(int more) {
    places += (byte) more;
  }

  final CircuitState loggedState() {
    return loggedState;
  }

  final void logged(CircuitState state) {
    loggedState = state;
  }

  // For the keyed store.

  final @Nullable Object rawKey() {
    return key;
  }

  final void touch() {
    if (!touched) {
      touched = true;
    }
  }

  final boolean clearTouch() {
    boolean was = touched;
    touched = false;
    return was;
  }

  final boolean isForgettable() {
    return current(nowNanos()) instanceof Closed;
  }
}
