// SPDX-License-Identifier: Apache-2.0
/** The testkit: virtual time and fakes for tests of settings. */
module io.switchgear.testkit {
  requires transitive io.switchgear.core;
  requires static transitive org.jspecify;

  exports io.switchgear.testkit;
}
