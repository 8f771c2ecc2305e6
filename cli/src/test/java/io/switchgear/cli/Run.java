// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/**
 * A run of the command in this process.
 *
 * @param exitCode what the process would end with
 * @param out what it wrote to the standard output
 * @param err what it wrote to the standard error
 */
record Run(int exitCode, String out, String err) {

  static Run of(String... arguments) {
    return with(Map.of(), arguments);
  }

  static Run with(Map<String, String> environment, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var terminal =
        new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, environment);
    int exitCode = Main.run(terminal, new StopSignal(), List.of(arguments));
    return new Run(exitCode, out.toString(), err.toString());
  }
}
