// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A JSON value of one piece, as JSON. In quotes, all is text. */
record JsonKind() implements Kind<String> {
  private static final Pattern LITERAL =
      Pattern.compile(
          "true|false|null|-?(?:0|[1-9][0-9]{0,29})(?:\\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?");

  private static final int LONGEST = 10_000;

  @Override
  public Optional<String> read(Setting setting) {
    if (setting.isNull()) {
      return Optional.of("null");
    }
    return setting.scalar(
        "a text, a number, true, false or null",
        scalar ->
            scalar.text().length() > LONGEST
                ? Optional.empty()
                : Optional.of(isLiteral(scalar) ? scalar.text() : Json.text(scalar.text())));
  }

  private static boolean isLiteral(Scalar scalar) {
    return scalar.plain() && LITERAL.matcher(scalar.text()).matches();
  }

  @Override
  public String words() {
    return "text, number, `true`, `false` or `null`";
  }

  @Override
  public Map<String, Object> schema(SchemaSections sections) {
    return Map.of("type", List.of("string", "number", "boolean", "null"));
  }
}
