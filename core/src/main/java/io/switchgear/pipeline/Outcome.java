// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended, without anything being thrown: a value or an error, where it came from, and
 * what it took.
 *
 * <p><b>Thread safety:</b> immutable, if the value is.
 *
 * @param <T> what the call returns
 */
public final class Outcome<T extends @Nullable Object> {
  private final T value;
  private final @Nullable Throwable error;
  private final Origin origin;
  private final Verdict verdict;
  private final Course course;

  /** Null for a value stands for "no value" only when there is an error. */
  private Outcome(
      T value, @Nullable Throwable error, Origin origin, Verdict verdict, Course course) {
    this.value = value;
    this.error = error;
    this.origin = origin;
    this.verdict = verdict;
    this.course = course;
  }

  static <T extends @Nullable Object> Outcome<T> value(
      T value, Origin origin, Verdict verdict, Course course) {
    return new Outcome<>(value, null, origin, verdict, course);
  }

  static <T extends @Nullable Object> Outcome<T> error(
      Throwable error, Verdict verdict, Course course) {
    // The value of an outcome with an error is never read.
    return new Outcome<>(Unsuccessful.<T>cast(null), error, Origin.NONE, verdict, course);
  }

  /**
   * Whether there is a value; it may be one that the verdicts read as a failure, for instance a
   * response with an error status.
   *
   * @return false when there is an error
   */
  public boolean hasValue() {
    return error == null;
  }

  /**
   * The value.
   *
   * @return the value
   * @throws IllegalStateException when there is an error instead, which is its cause
   */
  public T value() {
    if (error != null) {
      throw new IllegalStateException("The call ended with an error: " + error, error);
    }
    return value;
  }

  /**
   * The error.
   *
   * @return what the call would have thrown; empty when there is a value
   */
  public Optional<Throwable> error() {
    return Optional.ofNullable(error);
  }

  /**
   * The refusal, when the call was never made because a policy refused it.
   *
   * @return the refusal; empty when the call was made or something else went wrong
   */
  public Optional<CallRejectedException> rejection() {
    return error instanceof CallRejectedException rejection
        ? Optional.of(rejection)
        : Optional.empty();
  }

  /**
   * Where the value came from.
   *
   * @return the source; {@link Source#NONE} for an error
   */
  public Source source() {
    return origin.source();
  }

  Origin origin() {
    return origin;
  }

  /**
   * Which of several sources of a kind it was.
   *
   * @return the name of the failover's target; empty for other sources
   */
  public Optional<String> sourceName() {
    return Optional.ofNullable(origin.name());
  }

  /**
   * How old the value is.
   *
   * @return the age of a cached value; zero for others
   */
  public Duration age() {
    return origin.age();
  }

  /**
   * How many attempts reached the dependency, or would have if it could be reached.
   *
   * @return the number; 0 when the call was never made
   */
  public int attempts() {
    return course.attempts();
  }

  /**
   * What the last attempt said about the dependency.
   *
   * @return the verdict; {@link Verdict#IGNORED} when the call was never made
   */
  public Verdict verdict() {
    return verdict;
  }

  /**
   * How long all of it took, waits included.
   *
   * @return the time
   */
  public Duration elapsed() {
    return course.elapsed();
  }

  @Override
  public String toString() {
    String end = error == null ? "a value from " + origin + ", " + verdict : error.toString();
    return end + " after " + course.attempts() + " attempts and " + course.elapsed();
  }

  /** What the way to an outcome took. */
  record Course(int attempts, Duration elapsed) {}

  /** Where a value came from. */
  record Origin(Source source, @Nullable String name, Duration age) {
    static final Origin PRIMARY = new Origin(Source.PRIMARY, null, Duration.ZERO);
    static final Origin DEGRADED = new Origin(Source.DEGRADED, null, Duration.ZERO);
    static final Origin NONE = new Origin(Source.NONE, null, Duration.ZERO);

    static Origin failover(String target) {
      return new Origin(Source.FAILOVER, target, Duration.ZERO);
    }

    static Origin cached(Duration age) {
      return new Origin(Source.CACHE, null, age);
    }

    @Override
    public String toString() {
      return source + (name == null ? "" : " " + name) + (age.isZero() ? "" : ", " + age + " old");
    }
  }
}
