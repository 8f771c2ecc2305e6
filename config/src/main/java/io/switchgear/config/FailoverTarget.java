// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/**
 * Another dependency that may answer, and what is changed of requests for it.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class FailoverTarget {
  private final String dependency;
  private final HeaderChanges headers;
  private final BodyChanges body;

  FailoverTarget(String dependency, HeaderChanges headers, BodyChanges body) {
    this.dependency = dependency;
    this.headers = headers;
    this.body = body;
  }

  /**
   * The dependency.
   *
   * @return the name of one of the settings
   */
  public String dependency() {
    return dependency;
  }

  /**
   * What is changed of the headers, after the changes that the dependency makes of its own.
   *
   * @return the changes, which may be none
   */
  public HeaderChanges headers() {
    return headers;
  }

  /**
   * What is changed of the body.
   *
   * @return the changes, which may be none
   */
  public BodyChanges body() {
    return body;
  }

  @Override
  public String toString() {
    return dependency;
  }
}
