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

  static void verdict(@Nullable Trace trace, Verdict verdict) {
    if (trace != null) {
      trace.verdict = verdict;
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
