// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.log;

/** A line isn't what its format demands. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The reason in a few words, without the line's own text, which may be secret. */
  MalformedException(String reason) {
    super(reason, null, false, false);
  }

  MalformedException(String reason, Exception cause) {
    super(reason, cause, false, false);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
