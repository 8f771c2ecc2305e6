// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What values may refer to: variables of the environment, as <code>${NAME}</code>, and files. No
 * message shows what is behind a reference.
 */
final class References {
  /** A value that holds nothing but references. */
  static final Pattern FORM = Pattern.compile("(?:[^$]|\\$(?!\\$?\\{))*\\$\\{[A-Za-z_]\\w*\\}.*");

  /** For files in which a dollar and a brace are just that. */
  static final References NONE = new References(name -> null, Path.of(""), false);

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\$\\{|\\$\\{(?:(?<name>[A-Za-z_][A-Za-z0-9_]{0,99})\\})?");

  private static final int MAX_BYTES = 64 * 1024;

  private final Function<String, @Nullable String> environment;
  private final Path folder;
  private final boolean known;

  private References(Function<String, @Nullable String> environment, Path folder, boolean known) {
    this.environment = environment;
    this.folder = folder;
    this.known = known;
  }

  /**
   * References to an environment and to files.
   *
   * @param environment the value of a variable; null when it isn't set
   * @param folder where relative paths begin
   */
  static References of(Function<String, @Nullable String> environment, Path folder) {
    return new References(environment, folder, true);
  }

  /** Whether a text has a reference, or something that begins like one. */
  boolean occurIn(String text) {
    return known && text.contains("${");
  }

  /** The text with what its references stand for; empty when one of them stands for nothing. */
  Optional<String> resolve(String text, Consumer<String> problem) {
    StringBuilder resolved = new StringBuilder();
    Matcher matcher = REFERENCE.matcher(text);
    int done = 0;
    while (matcher.find()) {
      resolved.append(text, done, matcher.start());
      String value =
          matcher.group().equals("$${") ? "${" : variable(matcher.group("name"), problem);
      if (value == null) {
        return Optional.empty();
      }
      resolved.append(value);
      done = matcher.end();
    }
    return Optional.of(resolved.append(text, done, text.length()).toString());
  }

  private @Nullable String variable(@Nullable String name, Consumer<String> problem) {
    if (name == null) {
      problem.accept(
          "'${' begins the name of an environment variable, as in ${API_KEY}; write '$${' for the"
              + " text '${'");
      return null;
    }
    String value = environment.apply(name);
    if (value == null) {
      problem.accept("the environment variable " + name + " isn't set");
    }
    return value;
  }

  /** A file that is there and may be read. */
  Optional<Path> file(String text, Consumer<String> problem) {
    try {
      Path file = folder.resolve(text);
      if (Files.isRegularFile(file) && Files.isReadable(file)) {
        return Optional.of(file);
      }
      problem.accept(
          Files.exists(file) ? "this isn't a file that may be read" : "there is no such file");
    } catch (InvalidPathException e) {
      problem.accept("this can't be the name of a file");
    }
    return Optional.empty();
  }

  /** The text of a file without the line break at its end. */
  Optional<String> content(Path file, Consumer<String> problem) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length <= MAX_BYTES) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return Optional.of(text.replaceFirst("\r?\n$", ""));
      }
      problem.accept("this file is larger than 64 KiB");
    } catch (IOException e) {
      problem.accept("this file can't be read");
    }
    return Optional.empty();
  }
}
