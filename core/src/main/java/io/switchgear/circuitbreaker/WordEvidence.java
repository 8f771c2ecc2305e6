// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The evidence of a {@link WordRule}: one word. A result that changes nothing writes nothing. */
final class WordEvidence extends Evidence {
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(WordEvidence.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final WordRule rule;
  private volatile long word;

  /** Without any evidence. */
  WordEvidence(WordRule rule) {
    this(rule, 0);
  }

  WordEvidence(WordRule rule, long word) {
    this.rule = rule;
    this.word = word;
  }

  @Override
  WordRule source() {
    return rule;
  }

  long word() {
    return word;
  }

  @Override
  boolean record(boolean failure, long nowNanos) {
    while (true) {
      long before = word;
      long after = rule.next(before, failure);
      if (after == before && !failure) {
        return false;
      }
      if (after == before || WORD.compareAndSet(this, before, after)) {
        return rule.trips(after);
      }
    }
  }

  @Override
  boolean readsTime() {
    return false;
  }

  @Override
  boolean absorbsSuccess() {
    return rule.absorbsSuccess(word);
  }

  @Override
  @Nullable Evidence carriedOver() {
    long kept = rule.carriedOver(word);
    return kept == 0 ? null : new WordEvidence(rule, kept);
  }

  @Override
  String describe(long nowNanos) {
    return rule.describe(word);
  }
}
