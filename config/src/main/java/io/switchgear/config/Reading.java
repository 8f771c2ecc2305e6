// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

/**
 * One reading of a file.
 *
 * @param problems what is wrong with it
 * @param early whether keys are read that this version doesn't have yet; for the tests of their
 *     readers
 */
record Reading(Problems problems, boolean early) {

  Reading(Problems problems) {
    this(problems, false);
  }
}
