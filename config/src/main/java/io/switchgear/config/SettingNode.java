// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.http.ProfileNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A place in a profile of the file, as the reader of profiles sees it. */
record SettingNode(Setting setting) implements ProfileNode {
  @Override
  public String name() {
    return setting.name();
  }

  @Override
  public boolean isMapping() {
    return setting.isSection();
  }

  @Override
  public List<SettingNode> entries(List<String> valid) {
    return setting
        .section(Keys.ofNames(valid))
        .map(section -> section.settings().stream().map(SettingNode::new).toList())
        .orElse(List.of());
  }

  @Override
  public List<SettingNode> items() {
    return setting.items().stream().map(SettingNode::new).toList();
  }

  @Override
  public <T> Optional<T> value(String what, Function<String, Optional<T>> parser) {
    return setting.read(what, parser);
  }

  @Override
  public Optional<String> oneOf(List<String> words) {
    return setting.oneOf(words);
  }

  @Override
  public void problem(String message) {
    setting.problem(message);
  }
}
