// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallOptions;
import io.switchgear.core.Deadline;
import io.switchgear.core.TimeSource;
import io.switchgear.hedge.Hedge;
import io.switchgear.retry.Retry;
import io.switchgear.timeout.Timeout;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What all calls of a pipeline share, whatever their key is.
 *
 * @param about the name and the time
 * @param reader reads results
 * @param recovery what takes the place of a missing answer
 * @param repeats how often a call reaches the dependency
 * @param limits how long calls may take
 * @param <T> what the calls return
 */
record Plan<T extends @Nullable Object>(
    About about, Reader<T> reader, Recovery<T> recovery, Repeats repeats, Limits limits) {

  @Nullable Store store() {
    return repeats.store();
  }

  Records records() {
    return repeats.records();
  }

  @Nullable Retry retry() {
    return repeats.retry();
  }

  @Nullable Hedge hedge() {
    return repeats.hedge();
  }

  String name() {
    return about.name();
  }

  TimeSource time() {
    return about.time();
  }

  /** The options with the stricter of the caller's deadline and the pipeline's own. */
  CallOptions within(CallOptions given) {
    return within(given, limits.deadline(), time());
  }

  /** The options with the stricter of the caller's deadline and a limit that begins now, if any. */
  static CallOptions within(CallOptions given, @Nullable Duration total, TimeSource time) {
    Objects.requireNonNull(given, "options");
    if (total == null) {
      return given;
    }
    Deadline own = Deadline.after(total, time);
    return given.deadline(given.deadline().earlierOf(own));
  }

  /** Notes about a call whose caller wants its result alone: for the alternatives, if there are. */
  @Nullable Trace newTrace() {
    return recovery.alternatives().isEmpty() ? null : new Trace(time());
  }

  /** Whether an attempt has to be timed. */
  boolean isTimed(CallOptions options) {
    return limits.perAttempt() || (limits.timed() && !options.deadline().isNone());
  }

  /**
   * What a pipeline says of itself.
   *
   * @param name the name
   * @param text its policies in their order, for people
   * @param time where its time comes from
   */
  record About(String name, String text, TimeSource time) {}

  /**
   * How long calls may take.
   *
   * @param deadline the limit of all attempts together; null for none
   * @param attempt the limit of an attempt; used for deadlines alone when attempts have none
   * @param perAttempt whether attempts have a limit of their own
   * @param timed whether attempts are ended at the deadline; if not, they end themselves
   */
  record Limits(@Nullable Duration deadline, Timeout attempt, boolean perAttempt, boolean timed) {}

  /**
   * How often a call reaches the dependency, less than once or more, and how often it counts.
   *
   * @param store the cache; null for none
   * @param retry makes further attempts one after the other; null for one attempt
   * @param hedge makes further attempts beside the first; null for none
   * @param records whose results the circuit learns
   */
  record Repeats(
      @Nullable Store store, @Nullable Retry retry, @Nullable Hedge hedge, Records records) {}
}
