// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import io.switchgear.lab.log.LogSummary.Counts;
import io.switchgear.lab.log.LogSummary.Malformed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Counts what a parser finds, and hands the calls on in order. */
final class Tally implements Sink {
  private static final int NAMED = 5;

  private final Consumer<LoggedCall> next;
  private final OrderWindow window;
  private final List<Malformed> firstMalformed = new ArrayList<>();
  private long calls;
  private long timed;
  private long noCalls;
  private long malformed;
  private long startNanos = Long.MAX_VALUE;
  private long endNanos = Long.MIN_VALUE;

  Tally(Consumer<LoggedCall> next) {
    this.next = next;
    this.window = new OrderWindow(LogOptions.DEFAULT_WINDOW, this::count);
  }

  private void count(LoggedCall call) {
    calls++;
    timed += call.hasDuration() ? 1 : 0;
    startNanos = Math.min(startNanos, call.startNanos());
    endNanos = Math.max(endNanos, call.endNanos());
    next.accept(call);
  }

  @Override
  public void call(LoggedCall call) {
    window.add(call);
  }

  @Override
  public void noCall() {
    noCalls++;
  }

  @Override
  public void malformed(long line, String reason) {
    malformed++;
    if (firstMalformed.size() < NAMED) {
      firstMalformed.add(new Malformed(line, reason));
    }
  }

  /** Hands on what was held back. */
  void end() {
    window.end();
  }

  /**
   * The numbers.
   *
   * @throws LogException when there is no call
   */
  LogSummary summary(LogFormat format) {
    if (calls == 0) {
      throw new LogException(withoutCalls(format));
    }
    return new LogSummary(
        format,
        new Counts(calls, timed, noCalls, malformed, window.late()),
        List.copyOf(firstMalformed),
        Optional.of(instant(startNanos)),
        Optional.of(instant(endNanos)));
  }

  private String withoutCalls(LogFormat format) {
    if (!firstMalformed.isEmpty()) {
      Malformed first = firstMalformed.get(0);
      return "there is no call in it, read as %s; line %d: %s"
          .formatted(format.id(), first.line(), first.reason());
    }
    return noCalls == 0
        ? "there is no call in it"
        : "none of its %d lines tells of a call to an upstream".formatted(noCalls);
  }

  private static Instant instant(long epochNanos) {
    return Instant.EPOCH.plusNanos(epochNanos);
  }
}
