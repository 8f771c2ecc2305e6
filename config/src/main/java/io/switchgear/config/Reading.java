// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One reading of a file.
 *
 * @param problems what is wrong with it
 * @param references what its values may refer to
 * @param mentions where it names dependencies, some of which may come later in the file
 * @param files the files that it refers to
 */
record Reading(Problems problems, References references, Set<Mention> mentions, Set<Path> files) {

  Reading(Problems problems, References references) {
    this(problems, references, new LinkedHashSet<>(), new LinkedHashSet<>());
  }

  /** A file that is there and may be read; it is remembered. */
  Optional<Path> file(String name, Consumer<String> problem) {
    Optional<Path> file = references.file(name, problem);
    file.ifPresent(files::add);
    return file;
  }

  /** A reading of a file that isn't of settings. */
  static Reading plain(Problems problems) {
    return new Reading(problems, References.NONE);
  }

  /**
   * A place where a dependency is named as an alternative.
   *
   * @param place the name
   * @param from the dependency whose alternative it is
   * @param to the name
   */
  record Mention(Setting place, String from, String to) {}
}
