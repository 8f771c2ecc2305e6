// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;

/**
 * The modules and what each may use. A constant can only name constants above it, so the arrows
 * between modules point one way.
 */
enum Module {
  CORE,
  TESTKIT(CORE),
  HTTP(CORE),
  OKHTTP(CORE, HTTP),
  APACHEHTTP(CORE, HTTP),
  CONFIG(CORE, HTTP),
  GATEWAY(CORE, HTTP, CONFIG),
  LAB(CORE, HTTP, CONFIG),
  CLI(CORE, HTTP, CONFIG, GATEWAY, LAB),
  EXAMPLES(CORE, HTTP),
  BENCHMARKS(CORE, TESTKIT),
  CONCURRENCY(CORE),
  ARCHITECTURE(CORE, HTTP, OKHTTP, APACHEHTTP, CONFIG);

  private static final String ROOT_PACKAGE = "io.switchgear.";

  private final Set<Module> below;

  Module(Module... below) {
    this.below = Set.of(below);
  }

  /**
   * Whether the main code of this module may name a type of that one; tests may use the testkit and
   * what the concurrency tests share, and those of an example the servers that it runs against.
   */
  boolean mayUse(Module other, boolean inTest) {
    boolean forTests =
        Set.of(TESTKIT, CONCURRENCY).contains(other)
            || (this == EXAMPLES && Set.of(GATEWAY, LAB, CONFIG).contains(other));
    return this == other || below.contains(other) || (inTest && forTests);
  }

  static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(ROOT_PACKAGE);
  }

  /** The module of one of our types, told by its package: what no other module claims is core. */
  static Module of(JavaClass type) {
    String name = feature(type);
    for (Module module : values()) {
      if (module != CORE && module.name().equalsIgnoreCase(name)) {
        return module;
      }
    }
    return CORE;
  }

  /** The first part of the package's name below ours: in core, the name of the feature. */
  static String feature(JavaClass type) {
    return type.getPackageName().substring(ROOT_PACKAGE.length()).split("\\.", 2)[0];
  }

  /** Whether this is test code, told by the folder that it was compiled into. */
  static boolean isTest(JavaClass type) {
    return type.getSource()
        .map(source -> source.getUri().toString().contains("/test-classes/"))
        .orElse(false);
  }
}
