// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.core.Assessment;
import io.switchgear.core.Verdict;
import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.log.LogSummary;
import io.switchgear.lab.log.LoggedCall;
import io.switchgear.lab.replay.ReplayResult.Counts;
import io.switchgear.lab.time.LabTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Plays the calls of a log to circuits, at the times of the log: each call is asked for when it
 * began, and its real result is told when it ended, to those circuits that admitted it.
 *
 * <pre>{@code
 * ReplayResult result =
 *     Replay.run(CallLog.of(file, LogOptions.automatic()), ReplayConfig.of(dependencies));
 * }</pre>
 *
 * <p>It takes memory for the circuits and for the calls that ran at the same time, not for the
 * length of the log.
 */
public final class Replay {
  private final ReplayConfig config;
  private final Assignment assignment;
  private final Readings readings = new Readings();
  private final Observer observer = new Observer();
  private final History history = new History();
  private final List<Lane> lanes = new ArrayList<>();

  private LabTime time = new LabTime(Instant.EPOCH);
  private long originNanos;
  private long lastEndNanos;
  private long runs;
  private long unassigned;
  private long overTimeout;

  private Replay(ReplayConfig config) {
    this.config = config;
    this.assignment = new Assignment(config.dependencies());
  }

  /**
   * Replays a log. <b>Blocking:</b> reads the file.
   *
   * @param log the log
   * @param config the settings
   * @return what the circuits would have done
   * @throws io.switchgear.lab.log.LogException when the log can't be read, or no call is in it
   */
  public static ReplayResult run(CallLog log, ReplayConfig config) {
    Replay replay = new Replay(config);
    LogSummary summary = log.read(replay::call);
    return replay.result(summary);
  }

  private void call(LoggedCall call) {
    if (runs == 0) {
      begin(call);
    }
    if (call.startNanos() - lastEndNanos > config.gapNanos()) {
      finish();
      lanes.forEach(lane -> lane.begin(time.wallTime()));
      runs++;
    }
    lastEndNanos = Math.max(lastEndNanos, call.endNanos());
    time.runUntil(call.startNanos() - originNanos);
    assignment.place(call.request()).ifPresentOrElse(place -> enter(place, call), this::skip);
  }

  private void begin(LoggedCall first) {
    runs = 1;
    originNanos = first.startNanos();
    lastEndNanos = originNanos;
    time = new LabTime(Instant.EPOCH.plusNanos(originNanos));
    lanes.add(lane(Variant.AS_CONFIGURED));
    config.variants().forEach(variant -> lanes.add(lane(variant)));
  }

  private Lane lane(Variant variant) {
    long splitNanos = nanos(Duration.between(time.wallTime(), config.split()));
    return new Lane(variant, time, splitNanos, this::tripped);
  }

  private void skip() {
    unassigned++;
  }

  private void enter(Place place, LoggedCall call) {
    Assessment really = readings.of(place.dependency(), call.result());
    overTimeout += call.durationNanos() > nanos(place.timeout()) ? 1 : 0;
    Lane.@Nullable Passage[] passages = new Lane.Passage[lanes.size()];
    for (int i = 0; i < passages.length; i++) {
      passages[i] = lanes.get(i).enter(place, really);
    }
    history.add(time.nanoTime(), isFailed(really), passages[0] == null);
    String target = call.request().target();
    time.at(
        call.endNanos() - originNanos,
        () -> {
          observe(target, really);
          for (Lane.Passage passage : passages) {
            if (passage != null) {
              passage.end(really);
            }
          }
        });
  }

  private static boolean isFailed(Assessment really) {
    return really.verdict() == Verdict.FAILURE || really.verdict() == Verdict.THROTTLED;
  }

  private void observe(String target, Assessment really) {
    if (assignment.targets() > 1) {
      observer.result(target, really.verdict() == Verdict.FAILURE, time.nanoTime());
    }
  }

  /** Whether the observer failed, and not the target, shows a little later. */
  private void tripped(CircuitAccount account, Trip trip) {
    long sinceNanos = time.nanoTime() - nanos(Observer.AROUND);
    time.schedule(
        Observer.AROUND,
        () -> {
          int failing = observer.failingSince(sinceNanos);
          if (failing > 0) {
            account.suspect(
                trip,
                "all %d targets that were called within a minute of it failed: the network of the"
                        .formatted(failing)
                    + " caller may have");
          }
        });
  }

  /** Has all calls that run end, each at its time. */
  private void finish() {
    while (time.runNext()) {
      // Each event is an end, or a look back at a trip.
    }
  }

  private ReplayResult result(LogSummary summary) {
    finish();
    Instant end = time.wallTime();
    lanes.forEach(lane -> lane.end(end));
    Lane asConfigured = lanes.get(0);
    Collection<CircuitAccount> circuits = asConfigured.accounts();
    return new ReplayResult(
        summary,
        new Counts(
            runs,
            assignment.targets(),
            unassigned,
            overTimeout,
            circuits.stream().filter(CircuitAccount::isSparse).count()),
        List.copyOf(circuits),
        lanes.stream().map(VariantResult::of).toList(),
        history);
  }

  private static long nanos(Duration duration) {
    return TimeUnit.NANOSECONDS.convert(duration);
  }
}
