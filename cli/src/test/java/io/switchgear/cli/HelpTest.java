// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.cli.console.StopSignal;
import io.switchgear.cli.console.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class HelpTest {
  @Test
  void noArguments_showsTheHelp() {
    Run run = Run.of();

    assertThat(run).isEqualTo(Run.of("--help"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("serve", "stub", "explain", "replay", "tune", "demo", "completion")
        .doesNotContain("train");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "stub", "explain", "replay", "tune", "demo", "completion"})
  void help_ofACommand_hasAnExampleAndFitsTheScreen(String command) {
    Run run = Run.of(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Example").contains("switchgear " + command);
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "stub", "explain", "replay", "tune", "demo", "completion"})
  void help_ofACommand_hasEachExampleOnOneLine(String command) {
    List<String> lines = Run.of(command, "--help").out().lines().toList();

    assertThat(specOf(command).usageMessage().footer())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(lines).contains(line.replace("%%", "%")));
  }

  @Test
  void help_ofTheStub_namesTheMethodsOfItsRequests() {
    String help = Run.of("stub", "--help").out().replaceAll("\\s+", " ");

    assertThat(help).contains("GET /_stub/stats tells", "POST /_stub/config changes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "stub", "explain", "replay", "tune", "demo"})
  void help_ofAnOption_hasItsDefault(String command) {
    assertThat(specOf(command).options())
        .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
        .isNotEmpty()
        .allMatch(option -> String.join(" ", option.description()).contains("efault"));
  }

  @Test
  void version_saysOursAndJavas() {
    Run run = Run.of("--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("switchgear ").contains("Java " + Runtime.version());
  }

  @Test
  void completion_isAScriptThatKnowsTheCommands() {
    Run run = Run.of("completion");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("#!").contains("--config").contains("--error-rate");
  }

  private static CommandSpec specOf(String command) {
    var nothing = new PrintWriter(new StringWriter());
    var terminal = new Terminal(nothing, nothing, false, Map.of());
    CommandLine commands = Commands.create(terminal, new StopSignal());
    return commands.parseArgs(command, "--help").subcommand().commandSpec();
  }
}
