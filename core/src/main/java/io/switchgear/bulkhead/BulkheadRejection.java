// SPDX-License-Identifier: Apache-2.0
package io.switchgear.bulkhead;

import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;

/**
 * A refusal by a bulkhead. There are three of them for each bulkhead, made when it is made; only a
 * call whose deadline ends its wait has one of its own.
 */
final class BulkheadRejection implements Rejection {
  /**
   * Nobody knows when one of the running calls ends, so this is a hint: long enough to spare the
   * bulkhead a busy loop of attempts, short enough to use a place that becomes free.
   */
  private static final Duration HINT = Duration.ofSeconds(1);

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final String name;
  private final RejectionReason reason;
  private final BulkheadRejectedException exception;

  private BulkheadRejection(String name, RejectionReason reason, String what) {
    this.name = name;
    this.reason = reason;
    this.exception = new BulkheadRejectedException("Bulkhead " + name + what, this);
  }

  static BulkheadRejection full(String name) {
    String what = " is full: the call was not made";
    return new BulkheadRejection(name, RejectionReason.BULKHEAD_FULL, what);
  }

  static BulkheadRejection shed(String name) {
    String what = " keeps its last places for calls that matter more: the call was not made";
    return new BulkheadRejection(name, RejectionReason.BULKHEAD_FULL, what);
  }

  /** A call may wait for less time than others: its caller has a deadline. */
  static BulkheadRejection late(BulkheadConfig settings, Duration waited) {
    boolean own = !waited.equals(settings.maxWait());
    long millis = waited.plusNanos(NANOS_PER_MILLI - 1).toMillis();
    String what =
        " had no place within "
            + millis
            + " ms"
            + (own ? ", all that its caller's deadline had left" : "")
            + ": the call was not made";
    return new BulkheadRejection(settings.name(), RejectionReason.BULKHEAD_TIMEOUT, what);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> key() {
    return Optional.empty();
  }

  @Override
  public RejectionReason reason() {
    return reason;
  }

  @Override
  public Duration retryAfter() {
    return HINT;
  }

  @Override
  public BulkheadRejectedException toException() {
    return exception;
  }
}
