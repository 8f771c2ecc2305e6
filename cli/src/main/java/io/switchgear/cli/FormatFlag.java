// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import picocli.CommandLine.Option;

/** How a command writes its answer: for people or for programs. */
final class FormatFlag {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json. Default: text.")
  private String format = "text";

  /**
   * Makes sure that it is one of the two.
   *
   * @throws CommandFailedException when it is neither
   */
  void check() {
    if (!isJson() && !format.equals("text")) {
      throw new CommandFailedException("--format must be text or json, but is '" + format + "'");
    }
  }

  boolean isJson() {
    return format.equals("json");
  }
}
