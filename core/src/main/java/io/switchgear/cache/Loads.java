// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.cache.LoadEnd.Meaning;
import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.ThrowingSupplier;
import io.switchgear.core.TimeSource;
import io.switchgear.core.TimeSource.ScheduledTask;
import io.switchgear.core.Verdicts;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The loads under way, one for each key. A load ends by its result, by its limit, or because nobody
 * waits any more; whichever claims it first stores what there is to store, takes it out of the map
 * and only then tells those who wait. So whoever finds no load under way finds its answer.
 */
final class Loads<K, V extends @Nullable Object> {
  static final System.Logger LOGGER = System.getLogger(Loads.class.getName());

  private final AnswerCacheConfig config;
  private final Freshness freshness;
  private final AnswerStore<K, V> answers;
  private final CacheCounters counters;
  private final LoadReading reading;
  private final ConcurrentHashMap<Question, Flight<V>> flights = new ConcurrentHashMap<>();

  Loads(AnswerCacheConfig config, AnswerStore<K, V> answers, CacheCounters counters) {
    this.config = config;
    this.freshness = config.freshness();
    this.answers = answers;
    this.counters = counters;
    this.reading = new LoadReading(config.verdicts());
  }

  private TimeSource time() {
    return config.time();
  }

  Flight<V> prepare(K key, boolean background) {
    return new Flight<>(new Question(key), time().nanoTime(), background);
  }

  boolean isUnderWay(K key) {
    return flights.containsKey(new Question(key));
  }

  /** Begins a load unless one is under way: that is joined then, and returned. */
  @Nullable Flight<V> beginOrJoin(Flight<V> mine) {
    while (true) {
      Flight<V> other = flights.putIfAbsent(mine.question(), mine);
      if (other == null || other.join()) {
        return other;
      }
      flights.remove(other.question(), other);
    }
  }

  /** Begins a load unless one is under way. */
  boolean begin(Flight<V> mine) {
    return flights.putIfAbsent(mine.question(), mine) == null;
  }

  /** Somebody got the end of a load that another one began. */
  void shared() {
    counters.shared();
  }

  /** A load whose answer isn't wanted any more: those who wait get it, and nobody later. */
  void disown(K key) {
    Flight<V> flight = flights.remove(new Question(key));
    if (flight != null) {
      flight.ticket().revoke();
    }
  }

  /** Ends a load before its call is made. Those who joined it make the call. */
  void giveUp(Flight<V> flight) {
    if (flight.claim()) {
      close(flight, LoadEnd.none(new CancellationException("the load wasn't needed")));
    }
  }

  /** Makes the call on this thread. Whatever it throws, the load ends. */
  LoadEnd<V> run(
      K key, Flight<V> flight, CallOptions options, ThrowingSupplier<? extends V, ?> call) {
    ThrowingSupplier<V, Exception> limited =
        () -> {
          limit(key, flight);
          counters.started(flight);
          return call.get();
        };
    return call(key, flight, options, limited);
  }

  private LoadEnd<V> call(
      K key, Flight<V> flight, CallOptions options, ThrowingSupplier<? extends V, ?> call) {
    LoadEnd<V> end;
    try {
      end = reading.returned(call.get());
    } catch (Throwable e) {
      boolean gone = options.deadline().isOver() || Thread.currentThread().isInterrupted();
      end = reading.threw(e, gone);
    }
    land(key, flight, end);
    return end;
  }

  /**
   * Starts the call on this thread, unless nobody waits for it any more. Whatever is thrown, the
   * load ends at last.
   */
  void start(
      K key,
      Flight<V> flight,
      CallOptions options,
      Supplier<? extends CompletionStage<? extends V>> call) {
    if (flight.isOver()) {
      return;
    }
    try {
      limit(key, flight);
      counters.started(flight);
      CompletionStage<? extends V> stage =
          Objects.requireNonNull(call.get(), "the call gave no stage");
      flight.follow(stage);
      stage.whenComplete((result, error) -> land(key, flight, options, result, error));
    } catch (Throwable e) {
      land(key, flight, reading.threw(e, options.deadline().isOver()));
    }
  }

  private void land(
      K key, Flight<V> flight, CallOptions options, V result, @Nullable Throwable error) {
    LoadEnd<V> end;
    try {
      if (error != null) {
        throw Verdicts.unwrap(error);
      }
      end = reading.returned(result);
    } catch (Throwable e) {
      end = reading.threw(e, options.deadline().isOver());
    }
    land(key, flight, end);
  }

  /**
   * Makes the call on a thread of the executor. Nothing of this concerns the caller. The limit runs
   * from now on, since an executor may keep the call for long or lose it.
   */
  void runInBackground(K key, Flight<V> flight, ThrowingSupplier<? extends V, ?> call) {
    try {
      limit(key, flight);
      config.refreshOn().execute(() -> callUnlessOver(key, flight, call));
      counters.started(flight);
    } catch (Throwable e) {
      skip(key, flight, e);
    }
  }

  private void callUnlessOver(K key, Flight<V> flight, ThrowingSupplier<? extends V, ?> call) {
    if (!flight.isOver()) {
      var unused = call(key, flight, CallOptions.none(), call);
    }
  }

  private void skip(K key, Flight<V> flight, Throwable why) {
    if (flight.claim()) {
      counters.skipped();
      LOGGER.log(Level.DEBUG, () -> "Cache " + config.name() + " found no thread to refresh", why);
      try {
        pause(key);
      } catch (RuntimeException | Error e) {
        reportBroken(e);
      }
      close(flight, LoadEnd.none(why));
    }
  }

  /** A place among those who wait for a load, until the caller's deadline. */
  CompletableFuture<LoadEnd<V>> seat(Flight<V> flight, Deadline deadline) {
    CompletableFuture<LoadEnd<V>> seat = flight.seat();
    var unused = seat.whenComplete((end, error) -> leave(flight));
    if (!deadline.isNone() && !seat.isDone()) {
      limit(seat, deadline);
    }
    return seat;
  }

  private void limit(CompletableFuture<LoadEnd<V>> seat, Deadline deadline) {
    LoadEnd<V> tooLate = LoadEnd.none(new CancellationException("the deadline is over"));
    try {
      ScheduledTask timer =
          time()
              .schedule(Duration.ofNanos(deadline.remainingNanos()), () -> seat.complete(tooLate));
      var unused = seat.whenComplete((end, error) -> timer.cancel());
    } catch (RuntimeException | Error e) {
      seat.completeExceptionally(e);
    }
  }

  private void leave(Flight<V> flight) {
    if (flight.leave() && flight.claim()) {
      close(flight, LoadEnd.none(new CancellationException("nobody waits for the load")));
      flight.cancelStage();
    }
  }

  private void limit(K key, Flight<V> flight) {
    flight.limitBy(time().schedule(config.loadWithin(), () -> expire(key, flight)));
  }

  private void expire(K key, Flight<V> flight) {
    if (flight.claim()) {
      var late = new LoadTimeoutException(config.name(), config.loadWithin());
      LoadEnd<V> end = reading.threw(late, false);
      record(key, flight, end);
      close(flight, end);
      flight.cancelStage();
    }
  }

  private void land(K key, Flight<V> flight, LoadEnd<V> end) {
    if (!flight.claim()) {
      return;
    }
    record(key, flight, end);
    close(flight, end);
  }

  private void close(Flight<V> flight, LoadEnd<V> end) {
    flights.remove(flight.question(), flight);
    flight.complete(end);
  }

  /** An answer that can't be kept, since the key is broken, is an answer all the same. */
  private void record(K key, Flight<V> flight, LoadEnd<V> end) {
    try {
      note(key, flight, end);
    } catch (RuntimeException | Error e) {
      reportBroken(e);
    }
  }

  void reportBroken(Throwable error) {
    LOGGER.log(Level.ERROR, () -> "Cache " + config.name() + " has a broken key", error);
  }

  private void note(K key, Flight<V> flight, LoadEnd<V> end) {
    if (end.meaning() == Meaning.ANSWER) {
      store(key, end.result(), flight.ticket());
      return;
    }
    if (end.isFailed()) {
      counters.failed(flight);
    }
    if (flight.isBackground() || (end.meaning() == Meaning.FAILURE && end.isForAll())) {
      pause(key);
    }
    if (flight.isBackground() && end instanceof LoadEnd.Threw<V> threw) {
      Level level = threw.error() instanceof Error ? Level.ERROR : Level.DEBUG;
      LOGGER.log(level, () -> "Cache " + config.name() + " couldn't refresh", threw.error());
    }
  }

  private void store(K key, V result, Ticket ticket) {
    if (result == null) {
      // The dependency says that there is nothing, so what it said before holds no longer.
      if (!ticket.isRevoked()) {
        answers.withdraw(key);
      }
    } else if (!freshness.isOver(time().nanoTime() - ticket.bornNanos())) {
      answers.store(key, new Answer<>(result, ticket));
    }
  }

  private void pause(K key) {
    Slot<V> slot = answers.peek(key);
    if (slot != null) {
      slot.pauseUntil(time().nanoTime() + config.refreshPause().toNanos());
    }
  }
}
