// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import io.switchgear.config.SwitchgearConfig;
import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.log.LogSummary;
import io.switchgear.lab.log.LoggedCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Proposes settings for the calls of a log.
 *
 * <pre>{@code
 * TuneResult result = Tuner.run(CallLog.of(file, LogOptions.automatic()), Optional.of("erp"));
 * }</pre>
 */
public final class Tuner {
  /** The share of the calls by which rules are chosen; the rest judges them. */
  private static final double FIRST_PART = 0.6;

  private Tuner() {}

  /**
   * Reads a log and proposes settings. <b>Blocking:</b> reads the file up to three times.
   *
   * @param log the log
   * @param name what to call the dependency: letters, digits, dots, underscores and dashes; without
   *     it, after the only target, or {@code api}
   * @return the proposal, with the evidence
   * @throws io.switchgear.lab.log.LogException when the log can't be read, or no call is in it
   */
  public static TuneResult run(CallLog log, Optional<String> name) {
    Survey survey = new Survey();
    LogSummary summary = log.read(survey::add);
    Settings settings = Settings.named(name.or(survey::onlyTarget).orElse(""));
    Advice throttled = Advisors.throttled(survey);
    SwitchgearConfig base = settings.load(List.of(throttled));
    Advice breaker = new BreakerAdvisor(survey).advise(log, base, split(log, summary));
    List<Advice> advice =
        Stream.of(breaker, Advisors.timeout(survey), Advisors.rateLimit(survey), throttled)
            .toList();
    return new TuneResult(summary, advice, settings.yaml(advice));
  }

  /** When the first part of the log ends. */
  private static Instant split(CallLog log, LogSummary summary) {
    long first = (long) (FIRST_PART * summary.counts().calls());
    Position position = new Position(first);
    log.read(position::at);
    return Instant.EPOCH.plusNanos(position.nanos);
  }

  /** Finds when a certain call began. */
  private static final class Position {
    private long left;
    private long nanos;

    Position(long calls) {
      this.left = calls;
    }

    void at(LoggedCall call) {
      if (left-- >= 0) {
        nanos = call.startNanos();
      }
    }
  }
}
