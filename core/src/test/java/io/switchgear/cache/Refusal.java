// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import io.switchgear.core.CallRejectedException;
import io.switchgear.core.Rejection;
import io.switchgear.core.RejectionReason;
import java.time.Duration;
import java.util.Optional;

/** A refusal by a policy. */
final class Refusal extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  private Refusal(Rejection rejection) {
    super("refused: " + rejection.reason(), rejection);
  }

  static Refusal open() {
    return of(RejectionReason.OPEN);
  }

  static Refusal of(RejectionReason reason) {
    return new Refusal(new Refused(reason));
  }

  private record Refused(RejectionReason reason) implements Rejection {
    @Override
    public String name() {
      return "erp";
    }

    @Override
    public Optional<String> key() {
      return Optional.empty();
    }

    @Override
    public Duration retryAfter() {
      return Duration.ofSeconds(1);
    }

    @Override
    public CallRejectedException toException() {
      return new Refusal(this);
    }
  }
}
