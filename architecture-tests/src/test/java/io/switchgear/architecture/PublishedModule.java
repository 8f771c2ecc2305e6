// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A module that users compile against.
 *
 * @param folder the name of its folder in the repository
 * @param exports the packages that it exports to everyone, sorted
 */
record PublishedModule(String folder, Set<String> exports) {
  /** The folders of all published modules. */
  static final List<String> FOLDERS =
      List.of("core", "testkit", "http", "http-okhttp", "http-apache", "config");

  /** Reads the exports from the compiled descriptor. */
  static PublishedModule in(String folder) {
    Path descriptor = classes(folder).resolve("module-info.class");
    try (InputStream content = Files.newInputStream(descriptor)) {
      Set<String> exports = new TreeSet<>();
      for (ModuleDescriptor.Exports exported : ModuleDescriptor.read(content).exports()) {
        if (!exported.isQualified()) {
          exports.add(exported.source());
        }
      }
      return new PublishedModule(folder, exports);
    } catch (IOException e) {
      throw new UncheckedIOException("no compiled module-info in " + folder, e);
    }
  }

  /** The types that users can name, sorted by name. */
  List<Class<?>> types() {
    List<Class<?>> types = new ArrayList<>();
    for (String name : exports) {
      Path packageFolder = classes(folder).resolve(name.replace('.', '/'));
      try (Stream<Path> files = Files.list(packageFolder)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith(".class"))
            .map(file -> load(name + "." + file.substring(0, file.length() - ".class".length())))
            .filter(PublishedModule::isAccessible)
            .forEach(types::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    types.sort(Comparator.comparing(Class::getCanonicalName));
    return types;
  }

  /** Whether users can name this type, given that its package is exported. */
  static boolean isAccessible(Class<?> type) {
    int modifiers = type.getModifiers();
    @Nullable Class<?> outer = type.getEnclosingClass();
    return (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers))
        && type.getCanonicalName() != null
        && (outer == null || isAccessible(outer));
  }

  private static Path classes(String folder) {
    return Repository.ROOT.resolve(folder).resolve("target/classes");
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublishedModule.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
