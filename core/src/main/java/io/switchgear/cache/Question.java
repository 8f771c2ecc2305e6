// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import org.jspecify.annotations.Nullable;

/**
 * A key as the loads under way know it: its hash code is asked for once, before a load begins, and
 * one that can't be compared is like no other. So a load can be taken out whatever the key does.
 */
final class Question {
  private final Object key;
  private final int hash;

  Question(Object key) {
    this.key = key;
    this.hash = key.hashCode();
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    try {
      return other instanceof Question question
          && hash == question.hash
          && key.equals(question.key);
    } catch (RuntimeException | Error e) {
      return false;
    }
  }
}
