// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.simulate;

import io.switchgear.circuitbreaker.CircuitState;
import io.switchgear.circuitbreaker.Transition;
import io.switchgear.lab.scenario.Scenario.Span;
import io.switchgear.lab.simulate.Timeline.Mark;
import io.switchgear.lab.simulate.Timeline.Track;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** Notes what happens to one client. */
final class Measures {
  /** Less trouble than that is health. */
  private static final double HEALTHY = 0.1;

  private static final int MOST_MARKS = 1_000;
  private static final int LATENCY_DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier clock;
  private final IntToDoubleFunction troubleShare;
  private final Span span;
  private final long troubleFromNanos;
  private final Timeline timeline;
  private final Histogram latencyMicros = new Histogram(LATENCY_DIGITS);
  private final Map<Integer, Long> firstFailureNanos = new HashMap<>();
  private final List<Mark> marks = new ArrayList<>();

  private long arrivals;
  private long sent;
  private long successes;
  private long failures;
  private long fallbacks;
  private long refusals;
  private long wasted;
  private double lost;
  private long trips;
  private long falseTrips;
  private double timeToTripNanos = Double.NaN;
  private int open;
  private int paused;
  private int queuePeak;

  /**
   * Nothing noted yet.
   *
   * @param span the time of the scenario
   * @param clock the time now
   * @param troubleShare the share of a key's calls that would fail now
   */
  Measures(Span span, LongSupplier clock, IntToDoubleFunction troubleShare) {
    this.span = span;
    this.clock = clock;
    this.troubleShare = troubleShare;
    this.troubleFromNanos = span.troubleFrom().toNanos();
    this.timeline = new Timeline(span.duration().toNanos());
  }

  void arrived(long nowNanos) {
    arrivals++;
    timeline.count(Track.ARRIVED, nowNanos);
  }

  void sent(long nowNanos) {
    sent++;
    timeline.count(Track.SENT, nowNanos);
  }

  void wasted(long nowNanos) {
    wasted++;
    timeline.count(Track.WASTED, nowNanos);
  }

  /** A call that began at this time fails. */
  void doomed(long begunNanos, int key) {
    if (begunNanos >= troubleFromNanos) {
      firstFailureNanos.merge(key, begunNanos, Math::min);
    }
  }

  void succeeded(long nowNanos, long arrivedNanos) {
    successes++;
    timeline.count(Track.SUCCEEDED, nowNanos);
    latencyMicros.recordValue((nowNanos - arrivedNanos) / 1_000);
  }

  void failed() {
    failures++;
  }

  void answeredElsewhere() {
    fallbacks++;
  }

  /** A call was kept back; {@code key} is negative when the work isn't lost by that. */
  void refused(long nowNanos, int key) {
    refusals++;
    timeline.count(Track.REFUSED, nowNanos);
    if (key >= 0) {
      lost += 1 - troubleShare.applyAsDouble(key);
    }
  }

  /** A piece of work waits for its next call, or doesn't any more. */
  void pausing(int change) {
    paused += change;
  }

  void waiting(long nowNanos, int queued) {
    int count = queued + paused;
    queuePeak = Math.max(queuePeak, count);
    timeline.set(Track.WAITING, nowNanos, count);
    timeline.set(Track.OPEN, nowNanos, open);
  }

  void moved(Transition transition, int key) {
    String text = text(transition);
    boolean fromClosed = transition.from() == CircuitState.CLOSED;
    if (fromClosed && transition.to() == CircuitState.OPEN) {
      opened(key, text);
    } else if (transition.to() == CircuitState.CLOSED) {
      closed(text);
    } else {
      open += fromClosed ? 1 : 0;
      mark(text, false, false);
    }
  }

  /** A circuit has tripped. */
  void opened(int key, String text) {
    boolean suspect = troubleShare.applyAsDouble(key) < HEALTHY;
    open++;
    trips++;
    falseTrips += suspect ? 1 : 0;
    noteTimeToTrip(key);
    mark(text, true, suspect);
  }

  /** A circuit has closed. */
  void closed(String text) {
    open--;
    mark(text, false, false);
  }

  private void mark(String text, boolean trip, boolean suspect) {
    if (marks.size() < MOST_MARKS) {
      marks.add(new Mark(clock.getAsLong() / NANOS_PER_SECOND, text, trip, suspect));
    }
  }

  private static String text(Transition transition) {
    return transition.circuit()
        + transition.key().map(key -> "[" + key + "]").orElse("")
        + " "
        + transition.to().name().toLowerCase(Locale.ROOT).replace('_', '-')
        + ": "
        + transition.cause();
  }

  private void noteTimeToTrip(int key) {
    long nowNanos = clock.getAsLong();
    if (Double.isNaN(timeToTripNanos) && nowNanos >= troubleFromNanos) {
      // Calls that are merely slow have no failure yet.
      timeToTripNanos = nowNanos - firstFailureNanos.getOrDefault(key, troubleFromNanos);
    }
  }

  ClientResult result(String name) {
    timeline.marks(marks);
    Map<Measure, Double> values = new EnumMap<>(Measure.class);
    values.put(Measure.ARRIVALS, (double) arrivals);
    values.put(Measure.UPSTREAM_CALLS, (double) sent);
    values.put(Measure.AMPLIFICATION, arrivals == 0 ? Double.NaN : (double) sent / arrivals);
    values.put(Measure.SUCCESSES, (double) successes);
    values.put(Measure.FAILURES, (double) failures);
    values.put(Measure.FALLBACKS, (double) fallbacks);
    values.put(Measure.REFUSALS, (double) refusals);
    values.put(Measure.WASTED_CALLS, (double) wasted);
    values.put(Measure.LOST_CALLS, lost);
    values.put(Measure.TIME_TO_TRIP, timeToTripNanos / NANOS_PER_SECOND);
    values.put(Measure.TRIPS, (double) trips);
    values.put(Measure.FALSE_TRIPS, (double) falseTrips);
    values.put(Measure.QUEUE_PEAK, (double) queuePeak);
    values.put(Measure.LATENCY_P50, latencySeconds(50));
    values.put(Measure.LATENCY_P99, latencySeconds(99));
    values.put(Measure.TIME_TO_RECOVER, new Recovery(timeline, span).seconds());
    return new ClientResult(name, values, timeline);
  }

  private double latencySeconds(double percentile) {
    return latencyMicros.getTotalCount() == 0
        ? Double.NaN
        : latencyMicros.getValueAtPercentile(percentile) / 1e6;
  }
}
