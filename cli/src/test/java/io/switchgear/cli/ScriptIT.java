// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script that people start, in a repository of its own, with a Java and a Maven of its own. */
@Timeout(60)
class ScriptIT {
  private static final Path SCRIPT = Path.of("..", "switchgear").toAbsolutePath().normalize();
  private static final String JAVA = "echo java $(echo \"$*\" | sed 's/^.*-jar [^ ]* *//')";
  private static final String MAVEN =
      "echo build >>builds; mkdir -p cli/target/lib; echo jar >cli/target/switchgear.jar";

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void makeRepository() throws IOException {
    Files.copy(SCRIPT, folder.resolve("switchgear"));
    write("pom.xml", "");
    Files.createDirectory(folder.resolve(".mvn"));
    for (String module : new String[] {"core", "http", "config", "gateway", "lab", "cli"}) {
      write(module + "/pom.xml", "");
      write(module + "/src/main/java/A.java", "");
    }
    program("jdk/bin/java", JAVA);
    program("jdk/bin/javac", "");
    release("17.0.1");
    program("bin/mvn", MAVEN);
  }

  @Test
  void run_first_buildsOnceAndPassesTheArgumentsOn() throws Exception {
    Result first = run("serve", "--config", "a file");
    Result second = run("--version");

    assertThat(first.out()).isEqualTo("java serve --config a file");
    assertThat(first.err()).startsWith("Building switchgear").hasLineCount(1);
    assertThat(second).isEqualTo(new Result(0, "java --version", ""));
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void run_afterASourceHasChanged_buildsAgain() throws Exception {
    run();
    // The clock of a file system can be coarse.
    write("core/src/main/java/A.java", "changed");
    Files.setLastModifiedTime(
        folder.resolve("core/src/main/java/A.java"),
        java.nio.file.attribute.FileTime.fromMillis(
            Files.getLastModifiedTime(folder.resolve("cli/target/.built")).toMillis() + 2_000));

    assertThat(run().err()).startsWith("Building switchgear");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void run_throughALinkFromElsewhere_findsItsRepository() throws Exception {
    run();
    Path link = Files.createSymbolicLink(folder.resolve("bin/gear"), Path.of("../switchgear"));
    Path outer = Files.createSymbolicLink(folder.resolve("gear"), link);

    assertThat(run(outer, Map.of(), "a")).isEqualTo(new Result(0, "java a", ""));
  }

  @Test
  void run_twiceAtOnce_buildsOnce() throws Exception {
    program("bin/mvn", "sleep 1; " + MAVEN);
    Process one = start(folder.resolve("switchgear"), Map.of());
    Process other = start(folder.resolve("switchgear"), Map.of());

    assertThat(result(one).exitCode()).isZero();
    assertThat(result(other).exitCode()).isZero();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void run_withALockOfADeadProcess_goesOn() throws Exception {
    Path output = Files.createDirectories(folder.resolve("cli/target"));
    Files.createSymbolicLink(output.resolve(".locked-by"), Path.of("999999999"));

    assertThat(run().exitCode()).isZero();
  }

  @Test
  void run_afterAKillInTheMiddleOfLocking_goesOn() throws Exception {
    // The kill comes right after the program that takes the lock, so no later step is done.
    program("bin/ln", "PATH=${PATH#*:}; ln \"$@\"; kill -9 $PPID");
    assertThat(run().exitCode()).isEqualTo(137);
    Files.delete(folder.resolve("bin/ln"));

    assertThat(run().exitCode()).isZero();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void run_inADistribution_runsItsJarAndBuildsNothing() throws Exception {
    Files.delete(folder.resolve("pom.xml"));
    write("app/switchgear.jar", "");
    Files.createDirectory(folder.resolve("app/lib"));

    assertThat(run("serve")).isEqualTo(new Result(0, "java serve", ""));
    assertThat(folder.resolve("builds")).doesNotExist();
    assertThat(folder.resolve("cli/target")).doesNotExist();
  }

  @Test
  void build_failing_showsMavensErrors() throws Exception {
    program("bin/mvn", "echo '[INFO] a'; echo '[ERROR] A.java:[1,2] wrong'; exit 1");

    Result result = run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("[ERROR] A.java:[1,2] wrong")
        .contains("switchgear: the build failed")
        .doesNotContain("[INFO]");
    assertThat(folder.resolve("cli/target/.locked-by")).doesNotExist();
  }

  @Test
  void java_tooOld_isSaid() throws Exception {
    release("11.0.2");

    Result result = run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("switchgear: Java 17 or newer is needed, but " + jdk() + "/bin/java is 11.0.2");
  }

  @Test
  void java_withoutReleaseFile_isAsked() throws Exception {
    Files.delete(folder.resolve("jdk/release"));
    program("jdk/bin/java", "echo 'openjdk version \"1.8.0_1\"' >&2");

    assertThat(run().err()).endsWith("is 1.8.0_1");
  }

  @Test
  void java_missing_isSaid() throws Exception {
    Result result = run(folder.resolve("switchgear"), Map.of("JAVA_HOME", "/nowhere"));

    assertThat(result)
        .isEqualTo(
            new Result(2, "", "switchgear: JAVA_HOME is /nowhere, but there is no bin/java in it"));
  }

  private Result run(String... arguments) throws Exception {
    return run(folder.resolve("switchgear"), Map.of(), arguments);
  }

  private Result run(Path script, Map<String, String> environment, String... arguments)
      throws Exception {
    return result(start(script, environment, arguments));
  }

  private Process start(Path script, Map<String, String> environment, String... arguments)
      throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = script.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    var builder = new ProcessBuilder(command).directory(folder.resolve("jdk").toFile());
    builder.environment().put("JAVA_HOME", jdk());
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Result result(Process process) throws Exception {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Result(
        process.exitValue(),
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip(),
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip());
  }

  private long builds() throws IOException {
    return Files.readAllLines(folder.resolve("builds")).size();
  }

  private String jdk() {
    return folder.resolve("jdk").toString();
  }

  private void release(String version) throws IOException {
    write("jdk/release", "JAVA_RUNTIME_VERSION=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
  }

  private void program(String path, String body) throws IOException {
    write(path, "#!/bin/sh\n" + body + "\n");
    assertThat(folder.resolve(path).toFile().setExecutable(true)).isTrue();
  }

  private void write(String path, String content) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /**
   * How the script ended.
   *
   * @param exitCode its exit code
   * @param out what it wrote to the standard output, without the last line break
   * @param err what it wrote to the standard error, without the last line break
   */
  private record Result(int exitCode, String out, String err) {}
}
