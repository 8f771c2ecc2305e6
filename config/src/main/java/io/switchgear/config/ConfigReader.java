// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the top level of the file. */
final class ConfigReader {
  static final Keys KEYS = Keys.of("version", "listen", "admin", "dependencies");

  /** Long enough for people, short enough for a path and for a metric's label. */
  private static final Pattern DEPENDENCY_NAME =
      Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}");

  private static final InetSocketAddress DEFAULT_LISTEN =
      InetSocketAddress.createUnresolved("0.0.0.0", 8080);

  private static final InetSocketAddress DEFAULT_ADMIN =
      InetSocketAddress.createUnresolved("127.0.0.1", 9090);

  private ConfigReader() {}

  static SwitchgearConfig read(String yaml, Problems problems) {
    Node root = YamlTree.of(yaml, problems);
    Optional<SwitchgearConfig> config =
        new Setting(root, problems).section(KEYS).map(ConfigReader::read);
    problems.throwIfAny();
    return config.orElseThrow();
  }

  private static SwitchgearConfig read(Section file) {
    file.require("version").ifPresent(version -> version.oneOf(Map.of("1", 1)));
    InetSocketAddress listen = file.get("listen").flatMap(Addresses::any).orElse(DEFAULT_LISTEN);
    InetSocketAddress admin = file.get("admin").flatMap(Addresses::loopback).orElse(DEFAULT_ADMIN);
    checkApart(file, listen, admin);
    Map<String, DependencyConfig> dependencies = new LinkedHashMap<>();
    file.require("dependencies")
        .flatMap(Setting::sectionOfNames)
        .ifPresent(section -> readDependencies(section, dependencies));
    return new SwitchgearConfig(listen, admin, dependencies);
  }

  private static void checkApart(Section file, InetSocketAddress listen, InetSocketAddress admin) {
    boolean same =
        listen.getPort() != 0
            && listen.getPort() == admin.getPort()
            && listen.getHostString().equalsIgnoreCase(admin.getHostString());
    if (!same) {
      return;
    }
    file.get("admin")
        .ifPresentOrElse(
            setting -> setting.problem("'admin' must not be the address of 'listen'"),
            () ->
                file.get("listen")
                    .ifPresent(
                        setting ->
                            setting.problem(
                                "'listen' must not be the address of 'admin', which is"
                                    + " 127.0.0.1:9090 by default")));
  }

  private static void readDependencies(Section names, Map<String, DependencyConfig> dependencies) {
    if (names.settings().isEmpty() && !names.hadProblems()) {
      names.problem("there must be at least one dependency");
    }
    for (Setting dependency : names.settings()) {
      if (!DEPENDENCY_NAME.matcher(dependency.name()).matches()) {
        dependency.keyProblem(
            "the name of a dependency must be 1 to 64 letters, digits, dots, underscores or dashes,"
                + " and neither '.' nor '..'");
      } else {
        DependencyReader.read(dependency)
            .ifPresent(config -> dependencies.put(config.name(), config));
      }
    }
  }
}
