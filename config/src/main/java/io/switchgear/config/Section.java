// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
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
    section.collect(node, null);
    List<String> valid = keys.valid();
    section.flawed |=
        section.settings.values().removeIf(setting -> section.isUnknown(setting, keys, valid));
    keys.all().stream()
        .filter(key -> key.presence() == Key.Presence.REQUIRED)
        .forEach(key -> section.require(key.name()));
    return section;
  }

  /** A section whose keys are names that the user chooses. */
  static Section ofNames(Setting owner, MappingNode node, String noun) {
    Section section = new Section(owner);
    section.collect(node, noun);
    return section;
  }

  private void collect(MappingNode node, @Nullable String noun) {
    if (node.getValue().size() > MAX_ENTRIES) {
      owner.problem(owner.shownName() + " has more than " + MAX_ENTRIES + " entries");
      flawed = true;
      return;
    }
    for (NodeTuple tuple : node.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        owner.reading().problems().add(tuple.getKeyNode(), "this key must be plain text");
        flawed = true;
        continue;
      }
      add(new Setting(owner, key.getValue(), noun, key, tuple.getValueNode()));
    }
  }

  private void add(Setting setting) {
    Setting first = settings.putIfAbsent(setting.name(), setting);
    if (first != null) {
      flawed = true;
      String where = first.line().map(line -> "; the first is on line " + line).orElse("");
      setting.keyProblem("duplicate " + setting.noun() + nameOf(setting) + where);
    }
  }

  private boolean isUnknown(Setting setting, Keys keys, List<String> valid) {
    String key = setting.name();
    if (valid.contains(key)) {
      return false;
    }
    if (keys.isLater(key)) {
      setting.keyProblem("this version doesn't have " + setting.shownName() + " yet");
      return true;
    }
    String hint =
        Nearest.to(key, valid)
            .map(near -> "did you mean '" + near + "'?")
            .orElseGet(() -> "valid here: " + String.join(", ", valid));
    setting.keyProblem("unknown key" + nameOf(setting) + "; " + hint);
    return true;
  }

  /** Under a secret's name, even a stray key may be the secret. */
  private String nameOf(Setting setting) {
    return owner.isSecret() ? "" : " " + setting.shownName();
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

  Setting owner() {
    return owner;
  }

  /** The setting of a key. */
  Optional<Setting> setting(Key<?> key) {
    return Optional.ofNullable(settings.get(key.name()));
  }

  /** The value of a key; empty when there is none or it is wrong. */
  <T> Optional<T> get(Key<T> key) {
    return setting(key).flatMap(key.kind()::read);
  }

  /** The entries as people may see them. */
  Map<String, Object> shown(Function<Setting, Object> value) {
    Map<String, Object> shown = new LinkedHashMap<>();
    settings.values().forEach(setting -> shown.put(setting.name(), value.apply(setting)));
    return shown;
  }

  /** The values of these keys as people may see them, with what holds for those not there. */
  Map<String, Object> shown(Keys keys) {
    Map<String, Object> shown = new LinkedHashMap<>();
    for (Key<?> key : keys.all()) {
      Optional<Setting> setting = setting(key);
      if (setting.isPresent()) {
        shown.put(key.name(), key.kind().shown(setting.get()));
      } else {
        key.standardValue().ifPresent(value -> shown.put(key.name(), value));
      }
    }
    return shown;
  }

  /** What is changed by the value of a key; as it was when there is none. */
  <T, C> C change(C start, Key<T> key, BiFunction<C, T, C> change) {
    return get(key).map(value -> change.apply(start, value)).orElse(start);
  }

  /** Notes that a key has no business here, if it is there; the end of a sentence. */
  void refuse(Key<?> key, String why) {
    setting(key).ifPresent(it -> it.keyProblem(it.shownName() + " " + why));
  }

  /** Notes what is wrong with the value of a key; the end of a sentence. */
  void wrong(Key<?> key, String what) {
    setting(key).ifPresent(it -> it.problem(it.shownName() + " " + what));
  }

  /** Notes an error when a key is missing. */
  void require(String key) {
    if (!settings.containsKey(key)) {
      owner.keyProblem(owner.shownName() + " has no '" + key + "'");
    }
  }
}
