// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Texts that mustn't be seen, each in the file or in a file of its own. */
final class SecretKind {
  private static final int LONGEST_HEADER = 8_192;

  /** What RFC 9110, 5.5 lets a value have. */
  private static final Pattern HEADER_VALUE =
      Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]{0," + LONGEST_HEADER + "}");

  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{16,500}");

  private SecretKind() {}

  /** A header's value: no control characters, which could end the header. */
  static Kind<Secret> headerValue() {
    return of(
        "a header's value of up to %,d characters, without line breaks".formatted(LONGEST_HEADER),
        "text",
        HEADER_VALUE);
  }

  /** A token that nobody guesses. */
  static Kind<Secret> token() {
    return of(
        "a text of 16 to 500 letters, digits and signs without spaces, such as 'openssl rand -hex"
            + " 32' makes",
        "text of 16 to 500 characters",
        TOKEN);
  }

  private static Kind<Secret> of(String what, String words, Pattern form) {
    return new EitherKind<>(
        new Hidden(
            new ScalarKind<>(
                what, words, Map.of("type", "string"), scalar -> secret(scalar.text(), form))),
        new FileSecretKind(what, form));
  }

  /** A text in the file, which nobody sees. */
  private record Hidden(Kind<Secret> text) implements Kind<Secret> {
    @Override
    public Optional<Secret> read(Setting setting) {
      return text.read(setting);
    }

    @Override
    public Object shown(Setting setting) {
      return Secret.HIDDEN;
    }

    @Override
    public String words() {
      return text.words();
    }

    @Override
    public Map<String, Object> schema(SchemaSections sections) {
      return text.schema(sections);
    }
  }

  private static Optional<Secret> secret(String text, Pattern form) {
    return Optional.of(text).filter(it -> form.matcher(it).matches()).map(Secret::new);
  }

  /** A text in a file of its own. */
  private record FileSecretKind(String what, Pattern form) implements Kind<Secret> {
    private static final Key<String> FILE =
        Key.of(
                "file",
                new ScalarKind<>(
                    "the name of a file",
                    "file",
                    Map.of("type", "string"),
                    scalar -> Optional.of(scalar.text())),
                "the file whose text is the value, without the line break at its end; relative to"
                    + " the settings file")
            .required();

    private static final SectionKind SECTION = new SectionKind("secretFile", Keys.of(FILE));

    @Override
    public Optional<Secret> read(Setting setting) {
      References references = setting.reading().references();
      Optional<String> text =
          SECTION
              .read(setting)
              .flatMap(section -> section.get(FILE))
              .flatMap(name -> setting.reading().file(name, setting::problem))
              .flatMap(file -> references.content(file, setting::problem));
      Optional<Secret> secret = text.flatMap(it -> secret(it, form));
      if (text.isPresent() && secret.isEmpty()) {
        setting.problem("the text of this file must be " + what);
      }
      return secret;
    }

    @Override
    public Object shown(Setting setting) {
      return SECTION.shown(setting);
    }

    @Override
    public String words() {
      return "`{ file: … }`";
    }

    @Override
    public Map<String, Object> schema(SchemaSections sections) {
      return SECTION.schema(sections);
    }
  }
}
