// SPDX-License-Identifier: Apache-2.0
package io.switchgear.http;

/**
 * Whom a reading speaks for: what else would get the same answer now.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public enum Scope {
  /** What this one call was about: a recipient, a template, a locked record, a bad parameter. */
  CALL,

  /** All calls of one operation, such as one path with one method. */
  OPERATION,

  /** All calls with the same credential. */
  CREDENTIAL,

  /** All calls for one tenant of the dependency: a shop, an organization, a company file. */
  TENANT,

  /** All calls to the dependency. */
  DEPENDENCY
}
