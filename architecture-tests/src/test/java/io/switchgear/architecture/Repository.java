// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The files of this repository. */
final class Repository {
  static final Path ROOT = findRoot();

  /** Folders with nothing that a person wrote. */
  private static final Set<String> SKIPPED = Set.of(".git", ".idea", "node_modules", "target");

  private Repository() {}

  /** The folders of main and test classes of each module that has been built. */
  static List<Path> classFolders() {
    List<Path> folders = new ArrayList<>();
    for (Path pom : files(file -> file.endsWith("pom.xml"))) {
      for (String kind : List.of("target/classes", "target/test-classes")) {
        Path folder = pom.resolveSibling(kind);
        if (Files.isDirectory(folder)) {
          folders.add(folder);
        }
      }
    }
    return folders;
  }

  /** The files that people wrote, sorted, as absolute paths. */
  static List<Path> files(Predicate<Path> wanted) {
    List<Path> found = new ArrayList<>();
    var visitor =
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return SKIPPED.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (wanted.test(file)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      Files.walkFileTree(ROOT, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  /** The path from the root of the repository, with slashes on every system. */
  static String relative(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static Path findRoot() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(".mvn"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no folder with .mvn in it at or above " + start);
  }
}
