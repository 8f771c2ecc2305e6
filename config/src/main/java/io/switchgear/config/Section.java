// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** A mapping of the file, with its keys checked. */
final class Section {
  private static final int MAX_ENTRIES = 1_000;

  private final Setting owner;
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private boolean flawed;

  private Section(Setting owner) {
    this.owner = owner;
  }

  /** A section whose keys are fixed. */
  static Section of(Setting owner, MappingNode node, Keys keys) {
    Section section = new Section(owner);
    section.collect(node, "key");
    section.flawed |=
        section.settings.values().removeIf(setting -> section.isUnknown(setting, keys));
    return section;
  }

  /** A section whose keys are names that the user chooses. */
  static Section ofNames(Setting owner, MappingNode node, String noun) {
    Section section = new Section(owner);
    section.collect(node, noun);
    return section;
  }

  private void collect(MappingNode node, String noun) {
    if (node.getValue().size() > MAX_ENTRIES) {
      owner.problem(owner.shownName() + " has more than " + MAX_ENTRIES + " entries");
      flawed = true;
      return;
    }
    for (NodeTuple tuple : node.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        owner.problems().add(tuple.getKeyNode(), "a " + noun + " must be plain text");
        flawed = true;
        continue;
      }
      add(key, tuple.getValueNode(), noun);
    }
  }

  private void add(ScalarNode key, Node value, String noun) {
    Setting setting = new Setting(key.getValue(), key, value, owner.problems());
    Setting first = settings.putIfAbsent(key.getValue(), setting);
    if (first != null) {
      flawed = true;
      String where = first.line().map(line -> "; the first is on line " + line).orElse("");
      setting.keyProblem("duplicate " + noun + " " + setting.shownName() + where);
    }
  }

  private boolean isUnknown(Setting setting, Keys keys) {
    String key = setting.name();
    if (keys.valid().contains(key)) {
      return false;
    }
    if (keys.later().contains(key)) {
      setting.keyProblem("this version doesn't have " + setting.shownName() + " yet");
      return true;
    }
    String hint =
        Nearest.to(key, keys.valid())
            .map(near -> "did you mean '" + near + "'?")
            .orElseGet(() -> "valid here: " + String.join(", ", keys.valid()));
    // Under a secret's name, even a stray key may be the secret.
    String name = owner.isSecret() ? "" : " " + setting.shownName();
    setting.keyProblem("unknown key" + name + "; " + hint);
    return true;
  }

  /** Whether keys had to be dropped, so that what is left may look incomplete. */
  boolean hadProblems() {
    return flawed;
  }

  /** Notes an error at the section's value. */
  void problem(String message) {
    owner.problem(message);
  }

  List<Setting> settings() {
    return List.copyOf(settings.values());
  }

  Optional<Setting> get(String key) {
    return Optional.ofNullable(settings.get(key));
  }

  /** The setting of a key; when it is missing, that is an error. */
  Optional<Setting> require(String key) {
    Optional<Setting> setting = get(key);
    if (setting.isEmpty()) {
      owner.keyProblem(owner.shownName() + " has no '" + key + "'");
    }
    return setting;
  }
}
