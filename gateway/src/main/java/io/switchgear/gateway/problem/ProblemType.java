// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.problem;

/** The problem types that our answers use. */
public enum ProblemType {
  /** The status says it all. */
  BLANK("about:blank"),

  /** The dependency, or our way to it, can't take the call now. */
  TEMPORARY_REDUCED_CAPACITY(
      "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity"),

  /** The caller used up its quota. */
  QUOTA_EXCEEDED("https://iana.org/assignments/http-problem-types#quota-exceeded");

  private final String uri;

  ProblemType(String uri) {
    this.uri = uri;
  }

  /**
   * The type as RFC 9457 wants it.
   *
   * @return a URI
   */
  public String uri() {
    return uri;
  }
}
