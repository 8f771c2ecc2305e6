// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value of one piece.
 *
 * @param what what errors say that it must be
 * @param words the kind as the reference page names it
 * @param form the kind as JSON Schema
 * @param parser the value of a text; empty when it isn't of this kind
 * @param fault what is wrong with a value of this kind, as the end of a sentence with "must"
 */
record ScalarKind<T>(
    String what,
    String words,
    Map<String, Object> form,
    Function<Scalar, Optional<T>> parser,
    Function<T, Optional<String>> fault)
    implements Kind<T> {

  ScalarKind(
      String what, String words, Map<String, Object> form, Function<Scalar, Optional<T>> parser) {
    this(what, words, form, parser, value -> Optional.empty());
  }

  /** The same kind, of which not every value is right. */
  ScalarKind<T> checked(Function<T, Optional<String>> fault) {
    return new ScalarKind<>(what, words, form, parser, fault);
  }

  @Override
  public Optional<T> read(Setting setting) {
    Optional<T> value = setting.scalar(what, parser);
    Optional<String> wrong = value.flatMap(fault);
    wrong.ifPresent(end -> setting.problem(setting.shownName() + " must " + end));
    return wrong.isPresent() ? Optional.empty() : value;
  }

  @Override
  public Object shown(Setting setting) {
    return setting.written();
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return sections.orReference(form);
  }
}
