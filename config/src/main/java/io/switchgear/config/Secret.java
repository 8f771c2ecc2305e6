// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A text that mustn't be seen, such as a token. Its {@link #toString} hides it, so that it doesn't
 * get into a log by mistake.
 *
 * <p><b>Thread safety:</b> immutable.
 */
public final class Secret {
  /** What is shown of a secret. */
  static final String HIDDEN = "*****";

  private final String value;

  Secret(String value) {
    this.value = value;
  }

  /**
   * The text itself.
   *
   * @return the text; don't log it
   */
  public String value() {
    return value;
  }

  /**
   * Whether somebody knows the secret. How long it takes doesn't tell how much of a guess is right.
   *
   * @param guess what somebody sent
   * @return whether it is the secret
   */
  public boolean matches(String guess) {
    return MessageDigest.isEqual(
        value.getBytes(StandardCharsets.UTF_8), guess.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && matches(secret.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /** Five stars, whatever the secret. */
  @Override
  public String toString() {
    return HIDDEN;
  }
}
