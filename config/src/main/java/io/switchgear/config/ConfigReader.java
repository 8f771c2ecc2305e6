// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the top level of the file. */
final class ConfigReader {
  private static final InetSocketAddress DEFAULT_LISTEN =
      InetSocketAddress.createUnresolved("0.0.0.0", 8080);

  private static final InetSocketAddress DEFAULT_ADMIN =
      InetSocketAddress.createUnresolved("127.0.0.1", 9090);

  private static final Key<Integer> VERSION =
      Key.of("version", new ChoiceKind<>(Map.of("1", 1)), "the version of this format").required();

  private static final Key<InetSocketAddress> LISTEN =
      Key.of("listen", Addresses.ANY, "where the gateway takes calls")
          .standard(shown(DEFAULT_LISTEN));

  private static final Key<InetSocketAddress> ADMIN =
      Key.of(
              "admin",
              Addresses.LOOPBACK,
              "where it shows its state and takes orders; a loopback address, not that of `listen`")
          .standard(shown(DEFAULT_ADMIN));

  private static final Key<Section> DEPENDENCIES =
      Key.of(
              "dependencies",
              new NamesKind("dependency", Names.FORM, DependencyReader.SECTION),
              "at least one, at most 1,000, by name")
          .required();

  static final SectionKind FILE =
      new SectionKind("file", Keys.of(VERSION, LISTEN, ADMIN, DEPENDENCIES));

  private ConfigReader() {}

  static SwitchgearConfig read(String yaml, Problems problems) {
    return read(yaml, new Reading(problems));
  }

  static SwitchgearConfig read(String yaml, Reading reading) {
    Node root = YamlTree.of(yaml, reading.problems());
    Optional<SwitchgearConfig> config =
        FILE.read(new Setting(root, reading)).map(ConfigReader::read);
    reading.problems().throwIfAny();
    return config.orElseThrow();
  }

  private static SwitchgearConfig read(Section file) {
    file.get(VERSION);
    InetSocketAddress listen = file.get(LISTEN).orElse(DEFAULT_LISTEN);
    InetSocketAddress admin = file.get(ADMIN).orElse(DEFAULT_ADMIN);
    checkApart(file, listen, admin);
    Map<String, DependencyConfig> dependencies = new LinkedHashMap<>();
    file.get(DEPENDENCIES).ifPresent(section -> readDependencies(section, dependencies));
    return new SwitchgearConfig(listen, admin, dependencies);
  }

  private static String shown(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private static void checkApart(Section file, InetSocketAddress listen, InetSocketAddress admin) {
    boolean same =
        listen.getPort() != 0
            && listen.getPort() == admin.getPort()
            && listen.getHostString().equalsIgnoreCase(admin.getHostString());
    if (!same) {
      return;
    }
    file.setting(ADMIN)
        .ifPresentOrElse(
            setting -> setting.problem("'admin' must not be the address of 'listen'"),
            () ->
                file.setting(LISTEN)
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
      if (!Names.FORM.matcher(dependency.name()).matches()) {
        dependency.keyProblem(Names.ruleFor("a dependency"));
      } else {
        DependencyReader.read(dependency)
            .ifPresent(config -> dependencies.put(config.name(), config));
      }
    }
  }
}
