// SPDX-License-Identifier: Apache-2.0
package io.switchgear.core.internal;

import java.util.Objects;

/** What a key is called in messages and transitions. */
public final class KeyText {
  private KeyText() {}

  /**
   * The key's text. One that can't be printed must neither replace a rejection nor stop a
   * transition.
   *
   * @param key the key
   * @return its text, or the name of its class when it has none
   */
  public static String of(Object key) {
    String name = key.getClass().getName();
    try {
      return Objects.requireNonNullElse(key.toString(), name);
    } catch (RuntimeException | Error e) {
      return name;
    }
  }
}
