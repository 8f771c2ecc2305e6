// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.core.Assessment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What one circuit did in a replay.
 *
 * <p><b>Thread safety:</b> none; whoever gets one from a result only reads it.
 */
public final class CircuitAccount {
  /** Further trips are counted alone. */
  static final int MAX_TRIPS = 1_000;

  private final CircuitId id;
  private final Outcomes calls = new Outcomes();
  private final Outcomes rejected = new Outcomes();
  private final Outcomes rejectedBeforeSplit = new Outcomes();
  private final List<Trip> trips = new ArrayList<>();
  private final BiConsumer<CircuitAccount, Trip> onTrip;
  private long tripCount;
  private long suspectedCount;
  private Duration tripped = Duration.ZERO;
  private long coolDownNanos;
  private long firstNanos;
  private long lastNanos;
  private @Nullable Trip trip;

  CircuitAccount(CircuitId id, BiConsumer<CircuitAccount, Trip> onTrip) {
    this.id = id;
    this.onTrip = onTrip;
  }

  /** Notes how long a cool-down is. */
  void coolDown(Duration first) {
    coolDownNanos = TimeUnit.NANOSECONDS.convert(first);
  }

  void call(Assessment really, long nowNanos) {
    firstNanos = calls.total() == 0 ? nowNanos : firstNanos;
    lastNanos = nowNanos;
    calls.add(really);
  }

  void rejected(Assessment really, boolean beforeSplit) {
    rejected.add(really);
    if (beforeSplit) {
      rejectedBeforeSplit.add(really);
    }
    if (trip != null) {
      trip.rejected(really);
    }
  }

  void trial(Assessment really) {
    if (trip != null) {
      trip.trial(really);
    }
  }

  void moved(Transition transition) {
    if (transition.to() == CircuitState.OPEN) {
      if (trip == null) {
        begin(new Trip(transition));
      } else {
        trip.reopened();
      }
    } else if (transition.to() == CircuitState.CLOSED && trip != null) {
      trip.closed(transition.at());
      end(trip, transition.at());
    }
  }

  private void begin(Trip begun) {
    trip = begun;
    tripCount++;
    if (trips.size() < MAX_TRIPS) {
      trips.add(begun);
    }
    onTrip.accept(this, begun);
  }

  /** Ends what is under way: the log, or a run in it, has ended. */
  void end(Instant now) {
    if (trip != null) {
      end(trip, now);
    }
  }

  private void end(Trip ended, Instant now) {
    suspectedCount += ended.suspicion().isPresent() ? 1 : 0;
    tripped = tripped.plus(ended.lasted(now));
    trip = null;
  }

  /** Notes why a trip looks wrong, which may turn out after it has ended. */
  void suspect(Trip which, String reason) {
    suspectedCount += which != trip && which.suspicion().isEmpty() ? 1 : 0;
    which.suspect(reason);
  }

  /** How the rejected calls before the split really ended. */
  Outcomes rejectedBeforeSplit() {
    return rejectedBeforeSplit;
  }

  /** Whether calls are on average so far apart that hardly one comes during a cool-down. */
  boolean isSparse() {
    return calls.total() > 1 && (lastNanos - firstNanos) / (calls.total() - 1) > coolDownNanos;
  }

  /** Whether the circuit isn't closed. */
  boolean isTripped() {
    return trip != null;
  }

  /**
   * Which circuit it is.
   *
   * @return the name and the key
   */
  public CircuitId id() {
    return id;
  }

  /**
   * How all calls in the log ended that the circuit had to decide on.
   *
   * @return the numbers
   */
  public Outcomes calls() {
    return calls;
  }

  /**
   * How those really ended that it rejected.
   *
   * @return the numbers: calls saved, calls wrongly rejected
   */
  public Outcomes rejected() {
    return rejected;
  }

  /**
   * The first 1,000 trips.
   *
   * @return in their order
   */
  public List<Trip> trips() {
    return Collections.unmodifiableList(trips);
  }

  /**
   * How often it tripped.
   *
   * @return the number
   */
  public long tripCount() {
    return tripCount;
  }

  /**
   * How many of its trips look wrong.
   *
   * @return the number
   */
  public long suspectedCount() {
    return suspectedCount;
  }

  /**
   * How long it wasn't closed because of its trips.
   *
   * @return the sum
   */
  public Duration tripped() {
    return tripped;
  }
}
