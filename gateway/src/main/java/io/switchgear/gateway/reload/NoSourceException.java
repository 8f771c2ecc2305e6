// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.reload;

/** The gateway wasn't told where its settings can be read again. */
public final class NoSourceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoSourceException() {
    super("The gateway doesn't know where its settings can be read again", null, false, false);
  }
}
