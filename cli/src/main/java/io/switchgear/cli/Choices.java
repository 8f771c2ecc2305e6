// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import java.util.List;

/** Options of which only a few values make sense. */
final class Choices {
  private Choices() {}

  /**
   * Makes sure that an option has one of its values.
   *
   * @throws CommandFailedException when it hasn't
   */
  static void check(String option, List<String> values, String given) {
    if (!values.contains(given)) {
      throw new CommandFailedException(
          "%s must be %s, but is '%s'".formatted(option, String.join(" or ", values), given));
    }
  }
}
