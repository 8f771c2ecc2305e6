// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.TimeSource;
import io.switchgear.core.Verdict;
import io.switchgear.pipeline.Outcome.Course;
import io.switchgear.pipeline.Outcome.Origin;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What is noted about one call whose caller wants to know more than its result. */
final class Trace {
  private final TimeSource time;
  private final long startNanos;
  private final AtomicInteger attempts = new AtomicInteger();
  private volatile Verdict verdict = Verdict.IGNORED;
  private volatile Origin origin = Origin.PRIMARY;

  Trace(TimeSource time) {
    this.time = time;
    this.startNanos = time.nanoTime();
  }

  static void attempt(@Nullable Trace trace) {
    if (trace != null) {
      trace.attempts.incrementAndGet();
    }
  }

  /** Takes the attempts and the verdict of another call over, which was part of this one. */
  void include(Outcome<?> part) {
    attempts.addAndGet(part.attempts());
    verdict = part.verdict();
  }

  /**
   * An attempt has ended, or the race of a hedged one, with an answer; one that wasn't made says
   * nothing. What becomes of a call after that, such as one that has lost, is no matter here.
   */
  static void ended(@Nullable Trace trace, @Nullable Object answer) {
    if (trace == null) {
      return;
    }
    if (!(answer instanceof Unsuccessful end)) {
      trace.verdict = Verdict.SUCCESS;
    } else if (end.made()) {
      trace.verdict = end.assessment().verdict();
    }
  }

  static void origin(@Nullable Trace trace, Origin origin) {
    if (trace != null) {
      trace.origin = origin;
    }
  }

  <T extends @Nullable Object> Outcome<T> value(T value) {
    return Outcome.value(value, origin, verdict, course());
  }

  <T extends @Nullable Object> Outcome<T> error(Throwable error) {
    return Outcome.error(error, verdict, course());
  }

  private Course course() {
    return new Course(attempts.get(), Duration.ofNanos(time.nanoTime() - startNanos));
  }
}
