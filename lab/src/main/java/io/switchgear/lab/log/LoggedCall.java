// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

import java.util.Objects;

/**
 * One call, as a log tells it.
 *
 * <p><b>Thread safety:</b> immutable.
 *
 * @param startNanos when it began, in nanoseconds since 1970
 * @param durationNanos how long it took; {@link #UNKNOWN} when the log doesn't say
 * @param request what was asked, and of whom
 * @param result how it ended
 */
public record LoggedCall(long startNanos, long durationNanos, Request request, Result result) {
  /** The duration of a call of which the log says none. */
  public static final long UNKNOWN = -1;

  /** Checks the parts. */
  public LoggedCall {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(result, "result");
  }

  /**
   * Whether the log says how long the call took.
   *
   * @return false for {@link #UNKNOWN}
   */
  public boolean hasDuration() {
    return durationNanos >= 0;
  }

  /**
   * When the call ended.
   *
   * @return nanoseconds since 1970; the start when the duration isn't known
   */
  public long endNanos() {
    return startNanos + Math.max(0, durationNanos);
  }

  /** The same call, begun later than the log says, with its end where it was. */
  LoggedCall notBefore(long earliestNanos) {
    if (startNanos >= earliestNanos) {
      return this;
    }
    long left = hasDuration() ? Math.max(0, endNanos() - earliestNanos) : UNKNOWN;
    return new LoggedCall(earliestNanos, left, request, result);
  }

  /**
   * What was asked, and of whom. Each part is empty when the log doesn't say it.
   *
   * @param target the system that was called
   * @param method the HTTP method
   * @param path the path with its query
   * @param key the tenant, customer or API key on whose behalf the call was made
   */
  public record Request(String target, String method, String path, String key) {
    /** A request of which the log says nothing. */
    public static final Request UNKNOWN = new Request("", "", "", "");
  }

  /**
   * How a call ended.
   *
   * @param ending whether there was an answer
   * @param status the status of the answer, 100 to 999; 0 without an answer
   * @param error the log's own words for what went wrong; empty when there are none
   */
  public record Result(Ending ending, int status, String error) {

    /**
     * An answer.
     *
     * @param status its status, 100 to 999
     * @return the result
     */
    public static Result answered(int status) {
      return new Result(Ending.ANSWERED, status, "");
    }

    /**
     * No answer, or not a whole one.
     *
     * @param ending why
     * @param error the log's words for it, or nothing
     * @return the result
     */
    public static Result without(Ending ending, String error) {
      return new Result(ending, 0, error);
    }
  }

  /** Whether there was an answer, and why not. */
  public enum Ending {
    /** There was one. */
    ANSWERED,
    /** The request never reached the target: no connection could be made. */
    NOT_SENT,
    /** None came, or none in time. */
    NO_ANSWER,
    /** It broke off in the middle. */
    CUT,
    /** The caller went away first. */
    CANCELED
  }
}
