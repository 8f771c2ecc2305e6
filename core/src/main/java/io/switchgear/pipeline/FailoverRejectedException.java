// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;

/**
 * A request that was sent nowhere, since each target refused it. Reason and time to wait are those
 * of the target that is the first to be back.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailoverRejectedException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  FailoverRejectedException(String name, CallRejectedException earliest) {
    this(new AllRefused(name, earliest.rejection()));
  }

  private FailoverRejectedException(AllRefused rejection) {
    super("Failover " + rejection.name() + ": every target refused the call", rejection);
  }

  /** The refusal. */
  private record AllRefused(String name, Rejection earliest) implements Rejection {
    @Override
    public Optional<String> key() {
      return earliest.key();
    }

    @Override
    public RejectionReason reason() {
      return earliest.reason();
    }

    @Override
    public Duration retryAfter() {
      return earliest.retryAfter();
    }

    @Override
    public FailoverRejectedException toException() {
      return new FailoverRejectedException(this);
    }
  }
}
