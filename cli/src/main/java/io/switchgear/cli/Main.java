// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import java.util.List;

/**
 * The {@code switchgear} command. Its exit codes: 0 is success, also of a server that was asked to
 * stop; 2 is a mistake in the arguments, the configuration or the surroundings; 70 is a mistake of
 * ours.
 */
public final class Main {
  private static final System.Logger LOGGER = System.getLogger(Main.class.getName());

  private Main() {}

  /**
   * Runs the command and ends the process.
   *
   * @param arguments the words after the command's name
   */
  public static void main(String[] arguments) {
    Terminal terminal = Terminal.ofProcess();
    Logging.configure(terminal.showsTraces());
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) -> LOGGER.log(System.Logger.Level.ERROR, "A thread has died", thrown));
    StopSignal stop = StopSignal.ofProcess();
    stop.exit(run(terminal, stop, List.of(arguments)));
  }

  static int run(Terminal terminal, StopSignal stop, List<String> arguments) {
    try {
      return Commands.create(terminal, stop).execute(arguments.toArray(new String[0]));
    } catch (Error e) {
      return Failures.unexpected(terminal, e);
    } finally {
      terminal.flush();
    }
  }
}
