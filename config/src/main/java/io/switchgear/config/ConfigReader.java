// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the top level of the file. */
final class ConfigReader {
  private static final Key<Integer> VERSION =
      Key.of("version", new ChoiceKind<>(Map.of("1", 1)), "the version of this format").required();

  private static final Key<Section> DEPENDENCIES =
      Key.of(
              "dependencies",
              new NamesKind("dependency", Names.FORM, DependencyReader.SECTION),
              "at least one, at most 1,000, by name")
          .required();

  private static final Key<Section> PROFILES =
      Key.of(
              "profiles",
              new NamesKind("profile", Profiles.NAME, ProfileKind.PROFILE),
              "profiles of your own, by name; each may extend those above it;"
                  + " [the guide](../guides/http-profiles.md) shows their form")
          .standardWords("none");

  static final SectionKind FILE =
      new SectionKind(
          "file",
          Keys.of(
              VERSION,
              ListenReader.LISTEN,
              ListenReader.ADMIN,
              ClientLimitsReader.CLIENTS,
              PROFILES,
              DEPENDENCIES));

  private ConfigReader() {}

  static SwitchgearConfig read(String yaml, Reading reading) {
    Node root = YamlTree.of(yaml, reading.problems());
    Optional<SwitchgearConfig> config =
        FILE.read(new Setting(root, reading)).map(file -> read(file, reading));
    reading.problems().throwIfAny();
    return config.orElseThrow();
  }

  private static SwitchgearConfig read(Section file, Reading reading) {
    file.get(VERSION);
    ListenReader.Listener listen = ListenReader.listen(file.get(ListenReader.LISTEN));
    ListenReader.Listener admin = ListenReader.admin(file.get(ListenReader.ADMIN));
    ListenReader.checkApart(file, listen, admin);
    ListenReader.checkToken(file, admin);
    ClientLimits clients = file.get(ClientLimitsReader.CLIENTS).orElse(ClientLimits.standard());
    Profiles profiles = new Profiles();
    file.get(PROFILES).ifPresent(profiles::read);
    Map<String, DependencyConfig> dependencies = new LinkedHashMap<>();
    file.get(DEPENDENCIES).ifPresent(section -> readAll(section, profiles, dependencies));
    // What is wrong has no use for it, and may be shaped so that it would be endless.
    Map<String, Object> shown = reading.problems().isEmpty() ? file.shown(FILE.keys()) : Map.of();
    return new SwitchgearConfig(
        new SwitchgearConfig.Doors(listen, admin, clients),
        profiles.own(),
        dependencies,
        new SwitchgearConfig.Origin(reading.files(), shown));
  }

  private static void readAll(
      Section names, Profiles profiles, Map<String, DependencyConfig> dependencies) {
    if (names.settings().isEmpty() && !names.hadProblems()) {
      names.problem("there must be at least one dependency");
    }
    for (Setting dependency : names.settings()) {
      if (!Names.FORM.matcher(dependency.name()).matches()) {
        dependency.keyProblem(Names.ruleFor("a dependency"));
      } else {
        DependencyReader.read(dependency, profiles)
            .ifPresent(config -> dependencies.put(config.name(), config));
      }
    }
    Set<String> all =
        names.settings().stream()
            .map(Setting::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    FailoverCheck.check(names.owner().reading().mentions(), all);
  }
}
