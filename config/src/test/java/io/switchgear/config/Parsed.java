// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;

/** What comes of settings, for tests. */
final class Parsed {
  private Parsed() {}

  /** The dependency erp with these further settings. */
  static DependencyConfig dependency(String settings) {
    return dependency(file(settings), "erp");
  }

  static DependencyConfig dependency(String yaml, String name) {
    DependencyConfig dependency = read(yaml).dependencies().get(name);
    assertThat(dependency).isNotNull();
    return dependency;
  }

  /** The errors of a file with the dependency erp and these further settings, from line 5 on. */
  static List<String> errors(String settings) {
    return errorsOf(file(settings));
  }

  static List<String> errorsOf(String yaml) {
    var thrown = catchThrowableOfType(ConfigException.class, () -> read(yaml));
    assertThat(thrown).isNotNull();
    return thrown.errors().stream().map(ConfigError::toString).toList();
  }

  static SwitchgearConfig read(String yaml) {
    return read(yaml, References.of(name -> null, Path.of("")));
  }

  static SwitchgearConfig read(String yaml, References references) {
    return ConfigReader.read(yaml, new Reading(new Problems("t.yaml"), references));
  }

  private static String file(String settings) {
    return "version: 1\ndependencies:\n  erp:\n    url: http://erp.example\n" + settings.indent(4);
  }
}
