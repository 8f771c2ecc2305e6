// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cache;

import org.jspecify.annotations.Nullable;

/** How a load ended, and what that means for those who wait. */
sealed interface LoadEnd<V extends @Nullable Object> {

  /** What the end says about the question that was asked. */
  enum Meaning {
    /** It is the answer, which is stored. */
    ANSWER,
    /** It is for the caller to know, and neither stored nor hidden behind an older answer. */
    PASSED_ON,
    /** The dependency didn't answer: an older answer serves instead, if there is one. */
    FAILURE
  }

  Meaning meaning();

  /** Whether it is the end for all who wait; otherwise one of them must make the call anew. */
  boolean isForAll();

  boolean isFailed();

  /** What the call returned, or its error thrown. */
  V result();

  /** The end of a load that was never made, or that nobody waits for any more. */
  static <V extends @Nullable Object> LoadEnd<V> none(Throwable why) {
    return new Threw<>(why, Meaning.PASSED_ON, false);
  }

  /** The call returned. */
  record Returned<V extends @Nullable Object>(V result, Meaning meaning) implements LoadEnd<V> {
    @Override
    public boolean isForAll() {
      return true;
    }

    @Override
    public boolean isFailed() {
      return meaning == Meaning.FAILURE;
    }
  }

  /** The call threw. */
  record Threw<V extends @Nullable Object>(Throwable error, Meaning meaning, boolean isForAll)
      implements LoadEnd<V> {
    @Override
    public boolean isFailed() {
      return true;
    }

    @Override
    public V result() {
      return this.<RuntimeException>raised();
    }

    @SuppressWarnings("unchecked") // Checked exceptions are those that the caller's own call names.
    private <E extends Throwable> V raised() throws E {
      throw (E) error;
    }
  }
}
