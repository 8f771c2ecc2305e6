// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What {@link TidyChecker} looks for. */
enum TidyRule {
  /** Counts the lines of each method longer than 70, from its return type to its last brace. */
  METHOD_LINES,
  /** Counts the lines of each top-level type longer than 500. */
  TYPE_LINES,
  /** Counts the parameters of each method or record with more than five. */
  PARAMETERS,
  /** Counts the lines longer than 100 columns; imports may be longer. */
  LINE_LENGTH,
  /** The first line names the license. */
  LICENSE,
  /** Counts the lines with a tab. */
  TABS,
  /** Counts the annotations that keep a test from running. */
  DISABLED_TESTS,
  /** Counts the notes about work to be done that name no issue. */
  ISSUE_MISSING,
  /** Counts the divider lines and the names of authors in comments. */
  COMMENT_NOISE,
  /** Counts the suppressed warnings that have no comment beside or above them to say why. */
  SUPPRESSION_REASON,
  /** Counts all suppressed warnings of the repository. */
  SUPPRESSIONS,
  /** The file can be parsed. */
  SYNTAX;

  /** The name in the list of exceptions. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<TidyRule> withId(String id) {
    return Arrays.stream(values()).filter(rule -> rule.id().equals(id)).findFirst();
  }
}
