// SPDX-License-Identifier: Apache-2.0
package io.switchgear.retry;

import io.switchgear.core.Subscription;
import java.util.concurrent.CopyOnWriteArrayList;

/** The listeners of a retry. */
final class RetryListeners {
  private static final System.Logger LOGGER = System.getLogger(Retry.class.getName());

  private final CopyOnWriteArrayList<Registration> registrations = new CopyOnWriteArrayList<>();

  Subscription subscribe(RetryListener listener) {
    Registration registration = new Registration(listener);
    registrations.add(registration);
    return () -> registrations.remove(registration);
  }

  void deliver(RetryDecision decision) {
    for (Registration registration : registrations) {
      registration.deliver(decision);
    }
  }

  /** One listener; equal to itself alone, so that one listener may be registered twice. */
  private static final class Registration {
    private final RetryListener listener;

    Registration(RetryListener listener) {
      this.listener = listener;
    }

    /** Whatever a listener throws, the call goes on. */
    void deliver(RetryDecision decision) {
      try {
        listener.onDecision(decision);
      } catch (RuntimeException | Error e) {
        LOGGER.log(System.Logger.Level.ERROR, "A listener failed on " + decision, e);
      }
    }
  }
}
