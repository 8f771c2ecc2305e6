// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core;

import java.time.Duration;
import java.util.Optional;

/**
 * A refusal by one of our own policies: the call wasn't made.
 *
 * <p><b>Thread safety:</b> implementations are safe for use by many threads.
 */
public interface Rejection {

  /**
   * The name of the policy that refused, as its owner gave it.
   *
   * @return the name
   */
  String name();

  /**
   * The key that the refusal concerns.
   *
   * @return the key as text in one line, cut after 256 characters; empty when the policy has no
   *     keys, or when all keys are refused
   */
  Optional<String> key();

  /**
   * Why the call was refused.
   *
   * @return the reason
   */
  RejectionReason reason();

  /**
   * How long to wait before another call has a chance, counted from the moment of asking.
   *
   * @return the wait, always positive
   */
  Duration retryAfter();

  /**
   * The refusal as an exception, for those who throw it. It has no stack trace: a rejection is an
   * answer, not a defect.
   *
   * @return the exception
   */
  CallRejectedException toException();
}
