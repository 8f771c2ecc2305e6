// SPDX-License-Identifier: Apache-2.0
package io.switchgear.circuitbreaker;

/** Numbers of failures and calls in words, for the causes of transitions. */
final class Wording {
  private Wording() {}

  static String failures(long count) {
    return count + (count == 1 ? " failure" : " failures");
  }

  static String calls(long count) {
    return count + (count == 1 ? " call" : " calls");
  }

  static String consecutiveFailures(long count) {
    return count + (count == 1 ? " consecutive failure" : " consecutive failures");
  }
}
