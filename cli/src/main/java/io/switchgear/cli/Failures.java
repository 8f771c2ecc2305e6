// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import io.switchgear.config.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong, one line for each thing, and never with a stack trace unasked. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  static final int UNEXPECTED = 70;

  private final Terminal terminal;

  Failures(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    String message = uncapitalized(Errors.oneLine(String.valueOf(exception.getMessage())));
    if (exception instanceof UnmatchedArgumentException unmatched) {
      message = unmatched(unmatched);
    } else if (exception instanceof MissingParameterException) {
      // What is missing may be there with a typing error in its name.
      message = unknownOption(command).map(Failures::unmatched).orElse(message);
    }
    String name = command.getCommandSpec().qualifiedName();
    terminal.err().println(name + ": " + message + " (see '" + name + " --help')");
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parsed) {
    if (exception instanceof CommandFailedException failed) {
      String name = command.getCommandSpec().qualifiedName();
      failed.lines().forEach(line -> terminal.err().println(name + ": " + Errors.oneLine(line)));
      return ExitCode.USAGE;
    }
    return unexpected(terminal, exception);
  }

  /** Reports a mistake of ours. */
  static int unexpected(Terminal terminal, Throwable thrown) {
    if (terminal.showsTraces()) {
      terminal.err().print(Errors.trace(thrown));
    } else {
      terminal
          .err()
          .println(
              "switchgear: unexpected "
                  + Errors.describe(thrown)
                  + " (SWITCHGEAR_TRACE=1 shows where)");
    }
    return UNEXPECTED;
  }

  /** The first of the words that the command doesn't know and that looks like an option. */
  private static Optional<UnmatchedArgumentException> unknownOption(CommandLine command) {
    return command.getUnmatchedArguments().stream()
        .filter(word -> word.startsWith("-"))
        .findFirst()
        .map(word -> new UnmatchedArgumentException(command, List.of(word)));
  }

  private static String unmatched(UnmatchedArgumentException exception) {
    CommandSpec command = exception.getCommandLine().getCommandSpec();
    String word = exception.getUnmatched().get(0);
    String kind = "argument";
    Set<String> known = Set.of();
    if (exception.isUnknownOption()) {
      kind = "option";
      word = word.split("=", 2)[0];
      known = command.optionsMap().keySet();
    } else if (!command.subcommands().isEmpty()) {
      kind = "command";
      known = command.subcommands().keySet();
    }
    String nearest = Nearest.to(word, known).map(", did you mean '%s'?"::formatted).orElse("");
    return "unknown " + kind + " '" + Errors.oneLine(word) + "'" + nearest;
  }

  private static String uncapitalized(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }
}
