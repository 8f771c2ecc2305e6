// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.Subscription;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.Verdict;
import io.switchgear.core.Verdicts;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Watches the calls to a dependency and, when too many fail, rejects further ones for a while
 * without making them; then a few trial calls decide whether it closes again.
 *
 * <pre>{@code
 * CircuitBreaker erp = CircuitBreaker.named("erp")
 *     .tripOn(consecutiveFailures(5))
 *     .coolDown(ofSeconds(30))
 *     .build();
 * Receipt receipt = erp.call(() -> client.post(invoice));
 * }</pre>
 *
 * <p><b>Thread safety:</b> safe, without locks on the way of a call. <b>Blocking:</b> never blocks
 * by itself; listeners run on the thread that causes a transition.
 */
public final class CircuitBreaker {
  /** What stands for "no permit". All permits are 0 or more. */
  private static final long NONE = -1;

  private static final VarHandle PHASE;

  static {
    try {
      PHASE = MethodHandles.lookup().findVarHandle(CircuitBreaker.class, "phase", Phase.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Family family;

  /** Null for a breaker without keys and for the one that stands for all keys. */
  private final @Nullable Object key;

  private volatile Phase phase;

  /** The mark of the keyed store; a lost write costs a key that is idle at most one more look. */
  private boolean touched;

  CircuitBreaker(Family family, @Nullable Object key) {
    this.family = family;
    this.key = key;
    this.phase = family.pristine();
  }

  /**
   * Begins the settings of a breaker. Unless set otherwise it trips at 5 consecutive failures,
   * stays open for 30 s and admits one trial call.
   *
   * @param name what rejections, logs and metrics call it
   * @return the settings; end with {@code build()} or {@code keyed(…)}
   * @throws IllegalArgumentException when blank
   */
  public static CircuitBreakerConfig named(String name) {
    return CircuitBreakerConfig.named(name);
  }

  static CircuitBreaker standalone(CircuitBreakerConfig config) {
    Family family = new Family(config, null);
    CircuitBreaker circuit = new CircuitBreaker(family, null);
    family.log().enter(CircuitState.CLOSED);
    return circuit;
  }

  /**
   * Makes a blocking call if the circuit admits it.
   *
   * @param <T> what the call returns
   * @param <E> the checked exception that it may throw
   * @param call the call; runs on this thread
   * @return its result
   * @throws E when the call throws it
   * @throws CircuitBreakerRejectedException when the circuit doesn't admit it
   */
  public <T extends @Nullable Object, E extends Exception> T call(ThrowingSupplier<T, E> call)
      throws E {
    long ticket = acquireOrThrow();
    T result;
    try {
      result = call.get();
    } catch (Throwable e) {
      settleError(ticket, e);
      throw e;
    }
    settleResult(ticket, result);
    return result;
  }

  /**
   * Starts a call if the circuit admits it. The circuit learns the result when the stage completes;
   * cancelling the future that is returned gives the permit back and cancels the call's own future.
   *
   * @param <T> what the call returns
   * @param call starts the call on this thread; what it throws completes the future
   * @return a future that completes with the call's result, with its error, or with a {@link
   *     CircuitBreakerRejectedException}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Supplier<? extends CompletionStage<T>> call) {
    Admission admission = admit();
    if (admission instanceof CircuitRejection rejection) {
      return CompletableFuture.failedFuture(rejection.toException());
    }
    Permit permit = (Permit) admission;
    CompletableFuture<T> future = new CompletableFuture<>();
    try {
      CompletionStage<T> started = Objects.requireNonNull(call.get(), "the call gave no stage");
      var unused = future.whenComplete((result, error) -> giveUp(permit, started, future));
      started.whenComplete((result, error) -> finish(permit, future, result, error));
    } catch (Throwable e) {
      future.completeExceptionally(settledWithError(permit, e));
    }
    return future;
  }

  private <T extends @Nullable Object> void finish(
      Permit permit, CompletableFuture<T> future, T result, @Nullable Throwable error) {
    if (error != null) {
      future.completeExceptionally(settledWithError(permit, Verdicts.unwrap(error)));
      return;
    }
    try {
      permit.settle(family.config().verdicts().assess(result, null));
    } catch (Throwable hookError) {
      permit.release();
      future.completeExceptionally(hookError);
      return;
    }
    future.complete(result);
  }

  /** Does nothing when the call itself completed the future: the permit is settled by then. */
  private static void giveUp(Permit permit, CompletionStage<?> started, CompletableFuture<?> ours) {
    if (permit.release() && ours.isCancelled()) {
      started.toCompletableFuture().cancel(true);
    }
  }

  private Throwable settledWithError(Permit permit, Throwable error) {
    try {
      permit.settle(family.config().verdicts().assess(null, error));
    } catch (Throwable hookError) {
      permit.release();
      suppress(error, hookError);
    }
    return error;
  }

  /**
   * Asks for admission of a call that the caller makes in its own way.
   *
   * @return a {@link Permit}, to be ended by the caller, or a {@link CircuitRejection}
   */
  public Admission admit() {
    while (true) {
      long ticket = tryAcquire();
      if (ticket != NONE) {
        return new Permit(this, ticket);
      }
      CircuitRejection rejection = rejection();
      if (rejection != null) {
        return rejection;
      }
    }
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return family.config().name();
  }

  /**
   * The key.
   *
   * @return the key as text; empty for a breaker without keys
   */
  public Optional<String> key() {
    return key == null ? Optional.empty() : Optional.of(textOf(key));
  }

  /** A key's text must not stop a transition, even when the key can't be printed. */
  private static String textOf(Object key) {
    try {
      return key.toString();
    } catch (RuntimeException e) {
      return key.getClass().getName();
    }
  }

  /**
   * The state now.
   *
   * @return the state
   */
  public CircuitState state() {
    CircuitBreaker whole = family.whole();
    boolean forced = whole != null && whole.rejectsAll();
    return forced ? CircuitState.FORCED_OPEN : ownState();
  }

  /** The state without regard to an order for the whole family. */
  CircuitState ownState() {
    return current(nowNanos()).state();
  }

  /**
   * Everything about the circuit at this moment.
   *
   * @return the snapshot
   */
  public CircuitSnapshot snapshot() {
    long now = nowNanos();
    Phase here = current(now);
    boolean rejects = here.admit(family.config(), now) == null;
    Duration wait = rejects && here instanceof Rejecting by ? retryAfter(by) : null;
    return new CircuitSnapshot(this, here, now, wait);
  }

  /**
   * Numbers since the breaker was made. For a keyed breaker, those of its whole family.
   *
   * @return the numbers
   */
  public CircuitStats stats() {
    current(nowNanos());
    return family.stats();
  }

  /**
   * The latest transitions, at most 256, oldest first. For a keyed breaker, those of its whole
   * family.
   *
   * @return the log's end
   */
  public List<Transition> recentTransitions() {
    return family.log().recent();
  }

  /**
   * Has a listener told of each further transition. For a keyed breaker, those of its whole family.
   *
   * @param listener the listener
   * @return a handle that removes it
   */
  public Subscription onTransition(TransitionListener listener) {
    return family.log().subscribe(listener);
  }

  /**
   * Rejects every call until a {@link #reset} or until the time of the order is over; then the
   * circuit is closed. A later order takes the place of this one.
   *
   * @param directive who orders it, why, for how long
   */
  public void forceOpen(Directive directive) {
    move(now -> new ForcedOpen(current(now), now, directive));
  }

  /**
   * Closes the circuit, whatever its state is, and forgets what it has seen.
   *
   * @param directive who orders it and why
   */
  public void reset(Directive directive) {
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.RESET, directive.toString());
    move(now -> new Closed(current(now), now, cause, 0));
  }

  private void move(LongFunction<Phase> order) {
    Phase from;
    Phase to;
    do {
      long now = nowNanos();
      from = current(now);
      to = order.apply(now);
    } while (!change(from, to));
  }

  // The way of a call. A permit is the generation in the upper half and the trial in the lower one.

  private long acquireOrThrow() {
    while (true) {
      long ticket = tryAcquire();
      if (ticket != NONE) {
        return ticket;
      }
      CircuitRejection rejection = rejection();
      if (rejection != null) {
        throw rejection.toException();
      }
    }
  }

  private long tryAcquire() {
    CircuitBreaker whole = family.whole();
    if (whole != null && whole.rejectsAll()) {
      return NONE;
    }
    Phase here = phase;
    if (here instanceof Closed) {
      family.counters().taken();
      return ticket(here);
    }
    return tryAcquireSlowly();
  }

  private long tryAcquireSlowly() {
    while (true) {
      long now = nowNanos();
      Phase here = current(now);
      Phase next = here.admit(family.config(), now);
      if (next == null) {
        return NONE;
      }
      if (change(here, next)) {
        family.counters().taken();
        return ticket(next);
      }
    }
  }

  private static long ticket(Phase phase) {
    return (long) phase.generation() << Integer.SIZE | phase.latestTrial();
  }

  private boolean rejectsAll() {
    return phase instanceof ForcedOpen && current(nowNanos()) instanceof ForcedOpen;
  }

  private void settleResult(long ticket, @Nullable Object result) {
    Assessment assessment;
    try {
      assessment = family.config().verdicts().assess(result, null);
    } catch (Throwable hookError) {
      release(ticket);
      throw hookError;
    }
    settle(ticket, assessment);
  }

  private void settleError(long ticket, Throwable error) {
    Assessment assessment;
    try {
      assessment = family.config().verdicts().assess(null, Verdicts.unwrap(error));
    } catch (Throwable hookError) {
      release(ticket);
      suppress(error, hookError);
      return;
    }
    settle(ticket, assessment);
  }

  private static void suppress(Throwable error, Throwable hookError) {
    if (error != hookError) {
      error.addSuppressed(hookError);
    }
  }

  void settle(long ticket, Assessment assessment) {
    Phase here = phase;
    boolean quiet =
        assessment.verdict() == Verdict.SUCCESS
            && here instanceof Closed closed
            && here.generation() == generation(ticket)
            && closed.absorbsSuccess(family.config());
    if (quiet) {
      family.counters().settled(Verdict.SUCCESS);
      return;
    }
    end(ticket, assessment);
  }

  void release(long ticket) {
    end(ticket, null);
  }

  private void end(long ticket, @Nullable Assessment assessment) {
    int trial = (int) ticket;
    while (true) {
      long now = nowNanos();
      Phase here = current(now);
      boolean mine = here.generation() == generation(ticket) && here.isOut(trial);
      if (!mine) {
        countEnd(trial == 0, true, assessment);
        return;
      }
      if (trial == 0) {
        countEnd(true, false, assessment);
        if (assessment != null) {
          watch(here.generation(), assessment, now);
        }
        return;
      }
      Phase next =
          assessment == null
              ? here.release(trial)
              : here.settle(family.config(), trial, assessment, now);
      int expired = next.generation() == here.generation() ? 0 : here.trialsOut() - 1;
      if (change(here, next, expired)) {
        countEnd(true, false, assessment);
        return;
      }
    }
  }

  /**
   * Takes a result of a closed period in, once, and draws the conclusion while the period lasts.
   */
  private void watch(int generation, Assessment assessment, long now) {
    CircuitBreakerConfig config = family.config();
    Effect effect = config.effect(assessment);
    if (effect == Effect.PAUSE) {
      long until = config.pauseUntilNanos(assessment, now);
      follow(generation, here -> here.pausedUntil(until));
    } else if (effect != Effect.NOTHING) {
      Evidence evidence = evidence(generation);
      if (evidence != null && evidence.record(effect == Effect.FAIL, now)) {
        String detail = evidence.describe(now) + ", the last one " + assessment;
        TransitionCause cause = TransitionCause.of(TransitionCause.Kind.TRIP_RULE, detail);
        long wish = config.trustedWaitNanos(assessment);
        follow(generation, here -> here.open(config, now, cause, wish));
      }
    }
  }

  /** What the closed period remembers results in, made for the first one; null if it is over. */
  private @Nullable Evidence evidence(int generation) {
    while (true) {
      Phase here = phase;
      Closed closed = here.generation() == generation ? here.watching() : null;
      if (closed == null || closed.evidence() != null) {
        return closed == null ? null : closed.evidence();
      }
      change(here, here.withEvidence(family.config()));
    }
  }

  private void follow(int generation, UnaryOperator<Phase> step) {
    Phase here;
    do {
      here = phase;
    } while (here.generation() == generation && !change(here, step.apply(here)));
  }

  /** An expired trial was counted when it expired; its end is counted as late and no more. */
  private void countEnd(boolean conserves, boolean late, @Nullable Assessment assessment) {
    CallCounters counters = family.counters();
    if (late) {
      counters.late();
    }
    if (conserves && assessment == null) {
      counters.released();
    } else if (conserves && assessment != null) {
      counters.settled(assessment.verdict());
    }
  }

  private static int generation(long ticket) {
    return (int) (ticket >>> Integer.SIZE);
  }

  /** The phase at a time: takes the transitions that time alone has caused. */
  private Phase current(long nowNanos) {
    while (true) {
      Phase here = phase;
      Phase next = here.advance(family.config(), nowNanos);
      if (next == here) {
        return here;
      }
      change(here, next);
    }
  }

  private boolean change(Phase from, Phase to) {
    boolean transition = from.generation() != to.generation();
    return change(from, to, transition ? from.trialsOut() : 0);
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
    if (transition) {
      family.counters().expired(expired);
    }
    if (to instanceof Rejecting) {
      family.retain(this);
    }
    if (transition) {
      family.log().append(this, to);
    }
    return true;
  }

  /** Why a call is refused now; null when the circuit has changed and admits calls again. */
  private @Nullable CircuitRejection rejection() {
    CircuitBreaker whole = family.whole();
    CircuitBreaker refusing = whole != null && whole.rejectsAll() ? whole : this;
    long now = nowNanos();
    if (refusing.current(now) instanceof Rejecting here
        && here.admit(family.config(), now) == null) {
      family.counters().rejected();
      return here.rejection(refusing);
    }
    return null;
  }

  Duration retryAfter(Rejecting by) {
    long nanos = by.retryAfterNanos(family.config(), nowNanos());
    return Duration.ofNanos(Math.max(1, nanos));
  }

  long nowNanos() {
    return family.time().nanoTime();
  }

  /** Whether the census has this circuit in it while it is in a state. */
  boolean isCounted(CircuitState state) {
    return state != CircuitState.CLOSED || !family.isStandIn(this);
  }

  // For the keyed store.

  @Nullable Object rawKey() {
    return key;
  }

  void touch() {
    if (!touched) {
      touched = true;
    }
  }

  boolean clearTouch() {
    boolean was = touched;
    touched = false;
    return was;
  }

  boolean isForgettable() {
    return current(nowNanos()) instanceof Closed;
  }

  @Override
  public String toString() {
    return snapshot().toString();
  }
}
