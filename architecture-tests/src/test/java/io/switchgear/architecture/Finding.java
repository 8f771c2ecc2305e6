// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

/**
 * One place that breaks a rule.
 *
 * @param rule the broken rule
 * @param path the file, from the root of the repository
 * @param line the line in it, from 1; 0 for what concerns the whole repository
 * @param value what the rule counts, for a rule that only forbids 1
 * @param message what is wrong, for a person
 */
record Finding(TidyRule rule, String path, long line, int value, String message) {
  /** One line that editors can jump to. */
  String describe() {
    String place = line == 0 ? path : path + ":" + line;
    return place + ": " + message + " (" + rule.id() + ")";
  }
}
