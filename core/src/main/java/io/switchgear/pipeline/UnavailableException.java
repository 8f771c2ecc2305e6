// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import io.switchgear.core.CallRejectedException;

/**
 * A call that wasn't made and for which there is, on purpose, no substitute. Its message is the one
 * given to {@link PipelineConfig#noFallback}, meant for whoever waits for the answer; reason, key
 * and the time to wait are those of the refusal behind it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class UnavailableException extends CallRejectedException {
  private static final long serialVersionUID = 1L;

  UnavailableException(String message, CallRejectedException refusal) {
    super(message, refusal.rejection());
  }
}
