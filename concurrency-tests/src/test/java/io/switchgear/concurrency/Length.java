// SPDX-License-Identifier: Apache-2.0
package io.switchgear.concurrency;

/** How long the tests of a build run: the full form, or the short one of each commit. */
final class Length {
  private Length() {}

  static boolean isShort() {
    return "short".equals(System.getProperty("concurrency.length"));
  }
}
