// SPDX-License-Identifier: Apache-2.0
/** The testkit: virtual time and fakes for tests of settings. */
module io.switchgear.testkit {
  requires static org.jspecify;
}
