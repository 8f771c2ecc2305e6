// SPDX-License-Identifier: Apache-2.0

/** Settings in YAML: reading, checking and explaining them. */
module io.switchgear.config {
  requires static transitive org.jspecify;
  requires transitive io.switchgear.core;
  requires transitive io.switchgear.http;
  requires org.snakeyaml.engine;

  exports io.switchgear.config;
  exports io.switchgear.config.policies;
}
