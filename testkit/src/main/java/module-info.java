// SPDX-License-Identifier: Apache-2.0
/** The testkit: virtual time, fakes, and the contracts of policies. */
module io.switchgear.testkit {
  requires transitive io.switchgear.core;
  requires static transitive org.jspecify;

  exports io.switchgear.testkit;
  exports io.switchgear.testkit.contract;
}
