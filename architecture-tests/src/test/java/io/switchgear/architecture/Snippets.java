// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Small sources, compiled in a folder of a test's own to show a rule failing. */
final class Snippets {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record) (\\w+)");

  private final Path folder;

  Snippets(Path folder) {
    this.folder = folder;
  }

  /** Compiles each source as the main code of a module. */
  JavaClasses mainCode(String... sources) {
    return compile("target/classes", List.of(sources));
  }

  /** Compiles each source as the tests of a module. */
  JavaClasses testCode(String... sources) {
    return compile("target/test-classes", List.of(sources));
  }

  private JavaClasses compile(String kind, List<String> sources) {
    Path output = folder.resolve(kind);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-proc:none", "-d", output.toString()));
    arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    try {
      Files.createDirectories(output);
      for (String source : sources) {
        arguments.add(write(source).toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    int failures = compiler.run(null, null, null, arguments.toArray(String[]::new));
    if (failures != 0) {
      throw new IllegalArgumentException("a snippet does not compile, see above");
    }
    return new ClassFileImporter().importPath(output);
  }

  private Path write(String source) throws IOException {
    Matcher packageName = PACKAGE.matcher(source);
    Matcher type = TYPE.matcher(source);
    if (!packageName.find()) {
      throw new IllegalArgumentException("no package in " + source);
    }
    String name = type.find() ? type.group(1) : "package-info";
    Path file = folder.resolve(packageName.group(1).replace('.', '/')).resolve(name + ".java");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, source);
  }
}
