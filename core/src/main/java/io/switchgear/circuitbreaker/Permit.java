// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import io.switchgear.core.Assessment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The right to make one call. Whoever holds it must end it exactly once, with the call's result or
 * without; ending it again does nothing.
 *
 * <p><b>Thread safety:</b> safe; the first ending counts.
 */
public final class Permit implements Admission {
  private final CircuitBreaker circuit;
  private final long ticket;
  private final AtomicBoolean ended = new AtomicBoolean();

  Permit(CircuitBreaker circuit, long ticket) {
    this.circuit = circuit;
    this.ticket = ticket;
  }

  /**
   * Ends the permit with the call's result. A result that belongs to an earlier state of the
   * circuit changes nothing but the count of late results.
   *
   * @param assessment what the result says
   * @return whether this was the first ending
   */
  public boolean settle(Assessment assessment) {
    Objects.requireNonNull(assessment, "assessment");
    boolean first = ended.compareAndSet(false, true);
    if (first) {
      circuit.settle(ticket, assessment);
    }
    return first;
  }

  /** Ends the permit with what the call returned or threw, which the circuit reads. */
  void finish(@Nullable Object result, @Nullable Throwable error) {
    if (ended.compareAndSet(false, true)) {
      circuit.finish(ticket, result, error);
    }
  }

  /**
   * Ends the permit without a result: the call wasn't made, or nobody knows how it ended. A trial
   * call's place is free again.
   *
   * @return whether this was the first ending
   */
  public boolean release() {
    boolean first = ended.compareAndSet(false, true);
    if (first) {
      circuit.release(ticket);
    }
    return first;
  }
}
