// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a key may hold: how it is read, and what people and their editors are told of it. */
interface Kind<T> {

  /** The value; empty when it is wrong, which is noted then. */
  Optional<T> read(Setting setting);

  /** The kind as the reference page names it. */
  String words();

  /** The value as people may see it, as JSON: as it is written, and secrets hidden. */
  default Object shown(Setting setting) {
    return setting.shown();
  }

  /** The kind as JSON Schema. */
  Map<String, Object> schema(SchemaSections sections);

  /** The same kind, made into another value; {@code then} notes itself what is wrong. */
  default <U> Kind<U> to(Function<? super T, Optional<U>> then) {
    return new DerivedKind<>(this, then);
  }
}
