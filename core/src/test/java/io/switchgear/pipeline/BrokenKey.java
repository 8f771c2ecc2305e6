// SPDX-License-Identifier: Apache-2.0
package io.switchgear.pipeline;

import org.jspecify.annotations.Nullable;

/** A key of which one method throws. */
enum BrokenKey {
  HASH_CODE,
  EQUALS;

  /** A new key, equal to no other. */
  Object key() {
    return new Key(this);
  }

  /** The method that throws decides which one. */
  private static final class Key {
    private final BrokenKey broken;

    Key(BrokenKey broken) {
      this.broken = broken;
    }

    @Override
    public int hashCode() {
      if (broken == HASH_CODE) {
        throw new IllegalStateException("no hash code");
      }
      return 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      throw new IllegalStateException("not comparable");
    }

    @Override
    public String toString() {
      return "broken";
    }
  }
}
