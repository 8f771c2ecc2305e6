// SPDX-License-Identifier: Apache-2.0
package io.switchgear.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Runs the jcstress tests of this module in a process of their own. jcstress ends with an error
 * when an outcome was seen that is forbidden, but not when it left a test out, for example one with
 * more threads than the machine has cores; so the tests that it names are counted, too.
 */
class StressIT {
  private static final Path FOLDER = Path.of("target", "jcstress");

  /** The words that most calls pass through; a JVM for each test takes longer than the test. */
  private static final String OF_MOST_VALUE = "\\.(Circuit|Evidence|WordUsage)StressTest\\.";

  /** Whoever works on one of them runs it alone. */
  private static final String ONLY =
      System.getProperty("stress", Length.isShort() ? OF_MOST_VALUE : ".");

  /** One JVM for each test and kind of locking; what counts is that each collision is tried. */
  private static final List<String> SHORT =
      List.of("-f", "1", "-iters", "2", "-time", "200", "-jvmArgs", "-ea");

  /**
   * All the JVM modes that jcstress knows, those that shuffle instructions included: eight of them
   * on JDK 17, each of which takes one or two seconds for each test.
   */
  private static final List<String> FULL =
      List.of("-f", "1", "-fsm", "1", "-iters", "2", "-time", "200", "-jvmArgsPrepend", "-ea");

  private static final Pattern LISTED = Pattern.compile("JCTEST\\d+S([\\w.]+?)\\d+S");
  private static final Pattern RUN = Pattern.compile("\\[OK] (io\\.switchgear\\.[\\w.]+)");

  @Test
  void stressTests_allRunWithoutForbiddenOutcome() throws Exception {
    Files.createDirectories(FOLDER);
    Path log = FOLDER.resolve("log.txt");

    int exitCode = run(log);

    String output = Files.readString(log);
    assertThat(exitCode).as(conclusion(output)).isZero();
    assertThat(find(RUN, output)).as("tests that ran").isEqualTo(listed());
  }

  private static int run(Path log) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath(), "org.openjdk.jcstress.Main", "-v", "-sc", "false"));
    command.addAll(List.of("-af", "NONE", "-r", "report", "-t", ONLY));
    command.addAll(Length.isShort() ? SHORT : FULL);
    Process process =
        new ProcessBuilder(command)
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }

  /** The process runs in another folder. */
  private static String classPath() {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  /** The list that the annotation processor has written. */
  private static Set<String> listed() throws IOException {
    String list = Files.readString(Path.of("target", "test-classes", "META-INF", "TestList"));
    Set<String> listed = find(LISTED, list);
    listed.removeIf(test -> !Pattern.compile(ONLY).matcher(test).find());
    return listed;
  }

  private static Set<String> find(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** What jcstress says in the end; all of it is in the log. */
  private static String conclusion(String output) {
    int results = output.lastIndexOf("RUN RESULTS:");
    int end = output.indexOf("All remaining tests:", Math.max(0, results));
    return results < 0
        ? output.substring(Math.max(0, output.length() - 4_000))
        : output.substring(results, end < 0 ? output.length() : end);
  }
}
