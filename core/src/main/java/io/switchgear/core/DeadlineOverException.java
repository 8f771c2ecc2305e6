// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.util.Optional;

/**
 * A call that wasn't begun, since the caller's {@link Deadline} was over before. It says nothing
 * about the dependency.
 *
 * <p>Its {@link #retryAfter} is always 1 ms: a call with a new deadline may be made at once.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class DeadlineOverException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  DeadlineOverException(String name) {
    this(new DeadlineOver(name));
  }

  private DeadlineOverException(DeadlineOver rejection) {
    super("The deadline was over before " + rejection.name() + " could make the call", rejection);
  }

  /** The refusal. */
  private record DeadlineOver(String name) implements Rejection {
    @Override
    public Optional<String> key() {
      return Optional.empty();
    }

    @Override
    public RejectionReason reason() {
      return RejectionReason.DEADLINE_OVER;
    }

    @Override
    public Duration retryAfter() {
      return Duration.ofMillis(1);
    }

    @Override
    public DeadlineOverException toException() {
      return new DeadlineOverException(this);
    }
  }
}
