// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that a command writes into a folder of the user. */
final class ReportFile {
  private ReportFile() {}

  /**
   * Writes the page and tells where it is.
   *
   * @throws CommandFailedException when it can't be written
   */
  static void write(Path folder, String html, Terminal terminal) {
    Path file = folder.resolve("report.html");
    try {
      Files.createDirectories(folder);
      Files.writeString(file, html);
    } catch (IOException e) {
      throw new CommandFailedException(file + ": the report can't be written: " + e.getMessage());
    }
    terminal.err().println("The report is in " + file);
  }
}
