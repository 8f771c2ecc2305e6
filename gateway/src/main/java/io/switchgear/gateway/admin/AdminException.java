// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.admin;

import io.switchgear.gateway.problem.Problem;
import org.jspecify.annotations.Nullable;

/** A request to the admin address that can't be served; carries the answer. */
final class AdminException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  AdminException(int status, String title, String detail) {
    this(status, title, detail, null);
  }

  private AdminException(int status, String title, String detail, @Nullable Throwable cause) {
    super(detail, cause, false, false);
    this.problem = Problem.of(status, title, detail);
  }

  /** The request itself is wrong, as a parser found. */
  static AdminException badRequest(String detail, Throwable cause) {
    return new AdminException(400, "Bad request", detail, cause);
  }

  /** The request itself is wrong. */
  static AdminException badRequest(String detail) {
    return new AdminException(400, "Bad request", detail);
  }

  Problem problem() {
    return problem;
  }
}
