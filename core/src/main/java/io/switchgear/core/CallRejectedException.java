// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.util.Optional;

/**
 * A call that one of our own policies refused; the dependency wasn't called. It carries no stack
 * trace, and many threads may get the same instance.
 *
 * <p><b>Thread safety:</b> immutable; what depends on time is computed when it is asked for.
 */
public abstract class CallRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // Rejections live in one process; the message is what is serialized.
  private final transient Rejection rejection;

  /**
   * An exception for a refusal.
   *
   * @param message what happened, in one sentence
   * @param rejection the refusal
   */
  protected CallRejectedException(String message, Rejection rejection) {
    super(message, null, false, false);
    this.rejection = rejection;
  }

  /**
   * The refusal behind this exception.
   *
   * @return the refusal
   */
  public Rejection rejection() {
    return rejection;
  }

  /**
   * The name of the policy that refused.
   *
   * @return the name
   */
  public String name() {
    return rejection.name();
  }

  /**
   * The key that the refusal concerns.
   *
   * @return the key as {@link Rejection#key} has it, if there is one
   */
  public Optional<String> key() {
    return rejection.key();
  }

  /**
   * Why the call was refused.
   *
   * @return the reason
   */
  public RejectionReason reason() {
    return rejection.reason();
  }

  /**
   * How long to wait before another call has a chance, counted from now.
   *
   * @return the wait, always positive
   */
  public Duration retryAfter() {
    return rejection.retryAfter();
  }
}
