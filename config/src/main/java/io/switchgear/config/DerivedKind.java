// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A kind whose value is made into another one. */
record DerivedKind<S, T>(Kind<S> source, Function<? super S, Optional<T>> then) implements Kind<T> {

  @Override
  public Optional<T> read(Setting setting) {
    return source.read(setting).flatMap(then);
  }

  @Override
  public Object shown(Setting setting) {
    return source.shown(setting);
  }

  @Override
  public String words() {
    return source.words();
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return source.schema(sections);
  }
}
