// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Gate;
import io.switchgear.core.Subscription;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.Verdicts;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
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
public final class CircuitBreaker extends Circuit implements Gate {
  private static final String NO_ASSESSMENT = "the verdicts gave no assessment";

  CircuitBreaker(Family family, @Nullable Object key) {
    super(family, key);
  }

  /**
   * Begins the settings of a breaker. Unless set otherwise it trips at 5 consecutive failures,
   * stays open for 30 s and admits one trial call.
   *
   * @param name what rejections, logs and metrics call it
   * @return the settings; end with {@code build()} or {@code keyed(…)}
   * @throws IllegalArgumentException when blank, longer than 256 characters or not in one line
   */
  public static CircuitBreakerConfig named(String name) {
    return CircuitBreakerConfig.named(name);
  }

  /**
   * Begins the settings of a breaker that needs no name of its own, such as one in a pipeline: it
   * is called {@code circuit-breaker}.
   *
   * @param first a rule that opens the circuit
   * @param more further rules, any of which opens it
   * @return the settings
   * @throws IllegalArgumentException when more than one of them is a slow call rate
   */
  public static CircuitBreakerConfig tripOn(TripRule first, TripRule... more) {
    return named("circuit-breaker").tripOn(first, more);
  }

  static CircuitBreaker standalone(CircuitBreakerConfig config) {
    Family family = new Family(config, null);
    CircuitBreaker circuit = new CircuitBreaker(family, null);
    family.log().enter(circuit);
    return circuit;
  }

  /**
   * Makes a blocking call if the circuit admits it. A call that may throw two kinds of checked
   * exception, as {@code HttpClient.send} does, is taken for one that throws any {@code Exception}.
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
    Objects.requireNonNull(call, "call");
    Answer answer = ask();
    if (answer instanceof CircuitRejection rejection) {
      throw rejection.toException();
    }
    long ticket = ticket(answer);
    T result;
    try {
      result = call.get();
    } catch (Throwable e) {
      finish(ticket, null, e);
      throw e;
    }
    finish(ticket, result, null);
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
    Objects.requireNonNull(call, "call");
    Admission admission = admit();
    if (admission instanceof CircuitRejection rejection) {
      return CompletableFuture.failedFuture(rejection.toException());
    }
    Permit permit = (Permit) admission;
    CompletableFuture<T> future = new CompletableFuture<>();
    try {
      CompletionStage<T> started = Objects.requireNonNull(call.get(), "the call gave no stage");
      var unused = future.whenComplete((result, error) -> giveUp(permit, started, future));
      started.whenComplete((result, error) -> complete(future, permit, result, error));
    } catch (Throwable e) {
      permit.finish(null, e);
      future.completeExceptionally(e);
    }
    return future;
  }

  private static <T extends @Nullable Object> void complete(
      CompletableFuture<T> future, Permit permit, T result, @Nullable Throwable error) {
    Throwable failure = error == null ? null : Verdicts.unwrap(error);
    try {
      permit.finish(result, failure);
    } catch (Throwable hookError) {
      failure = hookError;
    }
    if (failure == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(failure);
    }
  }

  /** Does nothing when the call itself completed the future: the permit is settled by then. */
  private static void giveUp(Permit permit, CompletionStage<?> started, CompletableFuture<?> ours) {
    if (permit.release() && ours.isCancelled()) {
      started.toCompletableFuture().cancel(true);
    }
  }

  /**
   * Asks for admission of a call that the caller makes in its own way.
   *
   * @return a {@link Permit}, to be ended by the caller, or a {@link CircuitRejection}
   */
  public Admission admit() {
    Answer answer = ask();
    return answer instanceof CircuitRejection rejection
        ? rejection
        : new Permit(this, ticket(answer));
  }

  /**
   * Refuses a call that the circuit wouldn't admit now. Takes no trial call's place.
   *
   * @param options not looked at
   * @throws CircuitBreakerRejectedException when the circuit refuses every call
   */
  @Override
  public void check(CallOptions options) {
    CircuitRejection refusal = refusal();
    if (refusal != null) {
      throw refusal.toException();
    }
  }

  /**
   * Admits a call, as {@link #admit} does, without making an object for its permit.
   *
   * @param options not looked at
   * @return the ticket
   * @throws CircuitBreakerRejectedException when the circuit doesn't admit the call
   */
  @Override
  public long enter(CallOptions options) {
    Answer answer = ask();
    if (answer instanceof CircuitRejection rejection) {
      throw rejection.toException();
    }
    return ticket(answer);
  }

  /**
   * A circuit has no queue: this is {@link #enter} as a future.
   *
   * @param options not looked at
   * @return a completed future
   */
  @Override
  public CompletableFuture<Long> enterLater(CallOptions options) {
    try {
      return CompletableFuture.completedFuture(enter(options));
    } catch (CircuitBreakerRejectedException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void exit(long ticket, Assessment assessment) {
    settle(ticket, Objects.requireNonNull(assessment, "assessment"));
  }

  @Override
  public void cancel(long ticket) {
    release(ticket);
  }

  /**
   * The name.
   *
   * @return as given to {@link #named}
   */
  public String name() {
    return circuitName();
  }

  /**
   * The key.
   *
   * @return the key as text in one line, cut after 256 characters; empty for a breaker without keys
   */
  public Optional<String> key() {
    return keyText();
  }

  /**
   * The state now.
   *
   * @return the state
   */
  public CircuitState state() {
    CircuitBreaker whole = family().whole();
    CircuitState order = whole == null ? CircuitState.CLOSED : whole.ownState();
    return order == CircuitState.CLOSED ? ownState() : order;
  }

  /** The state without regard to an order for the whole family(). */
  CircuitState ownState() {
    return current(nowNanos()).state();
  }

  /**
   * Changes the settings while calls run; for a keyed breaker, those of its whole family. Name and
   * time stay as they are. The state stays, and so does what the circuit has seen, as far as it
   * means something to the new rules: the latest results when a window changes its size, failures
   * in a row, calls that run. A cool-down that has begun ends as it would have; trial calls are
   * counted by the new settings at once.
   *
   * @param settings the new settings
   */
  public void reconfigure(CircuitBreakerConfig settings) {
    family().reconfigure(settings);
  }

  /**
   * Everything about the circuit at this moment.
   *
   * @return the snapshot
   */
  public CircuitSnapshot snapshot() {
    long now = nowNanos();
    Phase here = current(now);
    return new CircuitSnapshot(this, here, now, refusing(here, now));
  }

  /**
   * Numbers since the breaker was made. For a keyed breaker, those of its whole family().
   *
   * @return the numbers
   */
  public CircuitStats stats() {
    current(nowNanos());
    return family().stats();
  }

  /**
   * How many trips are suspected to have been wrong: the health probe right after them passed.
   *
   * @return the number since the breaker was made; 0 without a health probe
   */
  public long falseTrips() {
    return family().counters().falseTrips();
  }

  /**
   * The latest transitions, at most 256, oldest first. For a keyed breaker, those of its whole
   * family().
   *
   * @return the log's end
   */
  public List<Transition> recentTransitions() {
    return family().log().recent();
  }

  /**
   * Has a listener told of each further transition. For a keyed breaker, those of its whole
   * family().
   *
   * @param listener the listener
   * @return a handle that removes it
   */
  public Subscription onTransition(TransitionListener listener) {
    return family().log().subscribe(listener);
  }

  /**
   * Rejects every call until a {@link #reset} or until the time of the order is over; then the
   * circuit is closed. A later order takes the place of this one.
   *
   * @param directive who orders it, why, for how long
   */
  public void forceOpen(Directive directive) {
    Objects.requireNonNull(directive, "directive");
    move(now -> new ForcedOpen(current(now), now, directive));
  }

  /**
   * Admits every call and looks at no result until a {@link #reset} or until the time of the order
   * is over; then the circuit is closed.
   *
   * @param directive who orders it, why, for how long
   */
  public void disable(Directive directive) {
    Objects.requireNonNull(directive, "directive");
    move(now -> new Disabled(current(now), now, directive));
  }

  /**
   * Admits every call but goes on watching until a {@link #reset} or until the time of the order is
   * over; then the circuit is closed. The log tells when the circuit would have changed its state.
   *
   * @param directive who orders it, why, for how long
   */
  public void metricsOnly(Directive directive) {
    Objects.requireNonNull(directive, "directive");
    move(now -> new MetricsOnly(current(now), now, directive));
  }

  /**
   * Closes the circuit, whatever its state is, and forgets what it has seen.
   *
   * @param directive who orders it and why
   */
  public void reset(Directive directive) {
    Objects.requireNonNull(directive, "directive");
    TransitionCause cause = TransitionCause.of(TransitionCause.Kind.RESET, directive.toString());
    move(now -> new Closed(current(now), now, cause, 0));
  }

  /**
   * Makes the circuit stricter on behalf of an outside authority, such as a fleet that shares what
   * its members see, or ends what it imposed before. A call is then admitted only if neither the
   * circuit itself nor the authority forbids it. An operator's order comes first: what is imposed
   * meanwhile waits for the order's end, and a {@link #reset} ends it, too.
   *
   * <p>The authority names the generation that it knows, so that news that was overtaken changes
   * nothing. As after any transition, results of calls that began before are late, and a circuit
   * that closes again begins with an empty window. Trial calls that run on still count among {@link
   * CircuitBreakerConfig#trialCalls}.
   *
   * @param generation the {@link CircuitSnapshot#generation} that is meant
   * @param restriction what is imposed, in place of anything imposed before
   * @param authority who says it and why; its time limit isn't looked at
   * @return whether the circuit was of that generation; if not, nothing has changed
   */
  public boolean restrict(int generation, Restriction restriction, Directive authority) {
    Objects.requireNonNull(restriction, "restriction");
    Objects.requireNonNull(authority, "authority");
    return restrictIfOf(generation, restriction, authority);
  }

  /**
   * Reads how a call ended and settles its ticket. What a hook throws costs no permit: it is added
   * to the call's own error, or thrown when the call had none.
   */
  void finish(long ticket, @Nullable Object result, @Nullable Throwable error) {
    Assessment assessment;
    try {
      Throwable cause = error == null ? null : Verdicts.unwrap(error);
      Verdicts<? super @Nullable Object> verdicts = family().config().verdicts();
      assessment = Objects.requireNonNull(verdicts.assess(result, cause), NO_ASSESSMENT);
    } catch (RuntimeException | Error hookError) {
      release(ticket);
      suppress(error, hookError);
      return;
    }
    try {
      settle(ticket, assessment);
    } catch (RuntimeException | Error hookError) {
      // Such as a chance that throws when the circuit is about to open.
      suppress(error, hookError);
    }
  }

  /** A hook's error never takes the place of the call's own. */
  private static void suppress(@Nullable Throwable error, Throwable hookError) {
    if (error == null) {
      if (hookError instanceof Error defect) {
        throw defect;
      }
      throw (RuntimeException) hookError;
    }
    if (error != hookError) {
      error.addSuppressed(hookError);
    }
  }

  @Override
  public String toString() {
    return snapshot().toString();
  }
}
