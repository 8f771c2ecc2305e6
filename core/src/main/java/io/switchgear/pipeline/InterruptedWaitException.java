// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;

/**
 * A call whose thread was interrupted while it waited: for its turn, for another caller's call, or
 * for attempts on other threads, which are cancelled then. The thread is interrupted still.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class InterruptedWaitException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  InterruptedWaitException(String name) {
    this(new Interrupted(name));
  }

  private InterruptedWaitException(Interrupted interrupted) {
    super("The wait of " + interrupted.name() + " was interrupted", interrupted);
  }

  /** The refusal. */
  private record Interrupted(String name) implements Rejection {
    @Override
    public Optional<String> key() {
      return Optional.empty();
    }

    @Override
    public RejectionReason reason() {
      return RejectionReason.INTERRUPTED;
    }

    @Override
    public Duration retryAfter() {
      return Duration.ofMillis(1);
    }

    @Override
    public InterruptedWaitException toException() {
      return new InterruptedWaitException(this);
    }
  }
}
