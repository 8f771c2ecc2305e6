// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.tune;

import io.switchgear.config.SwitchgearConfig;
import java.util.List;
import java.util.Locale;

/**
 * The settings file that a proposal makes.
 *
 * @param name the dependency
 * @param url its address, a guess
 */
record Settings(String name, String url) {
  private static final int LONGEST = 60;

  /** For a dependency, or the target of a log, which may be called anything. */
  static Settings named(String target) {
    String name =
        target
            .replaceFirst(":\\d{1,5}$", "")
            .replaceAll("[^A-Za-z0-9._-]+", "-")
            .replaceAll("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "");
    String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    boolean host = cut.contains(".") && cut.matches("[A-Za-z0-9.-]+[A-Za-z]");
    return new Settings(
        cut.isEmpty() ? "api" : cut,
        host ? "https://" + cut.toLowerCase(Locale.ROOT) : "https://api.example");
  }

  /** The file with all advice that has a value. */
  String yaml(List<Advice> advice) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("version: 1\ndependencies:\n  ").append(quoted(name)).append(":\n    url: ");
    yaml.append(url).append('\n');
    advice.stream()
        .filter(it -> !it.yaml().isEmpty())
        .forEach(it -> yaml.append("    %s: %s\n".formatted(it.setting(), it.yaml())));
    return yaml.toString();
  }

  /** A name of digits is a number without quotes. */
  private static String quoted(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9_-]*") ? name : "'" + name + "'";
  }

  SwitchgearConfig load(List<Advice> advice) {
    return SwitchgearConfig.parse("the proposal", yaml(advice));
  }
}
