// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The evidence of a {@link ValueRule}: one reference. A result that changes nothing writes nothing.
 *
 * @param <S> the value
 */
final class ValueEvidence<S> extends Evidence {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(ValueEvidence.class, "value", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ValueRule<S> rule;
  private volatile S value;

  ValueEvidence(ValueRule<S> rule, S none) {
    this.rule = rule;
    this.value = none;
  }

  @Override
  ValueRule<S> source() {
    return rule;
  }

  @Override
  boolean record(boolean failure, long nowNanos) {
    while (true) {
      S before = value;
      S after = rule.next(before, failure, nowNanos);
      if (after == before || VALUE.compareAndSet(this, before, after)) {
        return rule.trips(after);
      }
    }
  }

  @Override
  boolean absorbsSuccess() {
    return rule.absorbsSuccess(value);
  }

  S value() {
    return value;
  }

  @Override
  String describe(long nowNanos) {
    return rule.describe(value);
  }
}
