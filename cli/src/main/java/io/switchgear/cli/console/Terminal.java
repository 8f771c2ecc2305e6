// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli.console;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Where the command writes, and what can be done there.
 *
 * <p><b>Thread safety:</b> safe for use by many threads, as its writers are.
 */
public final class Terminal {
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean interactive;
  private final Map<String, String> environment;

  /**
   * A terminal that writes to these writers.
   *
   * @param out for what was asked for
   * @param err for everything else
   * @param interactive whether a person looks at it
   * @param environment the variables of the process
   */
  public Terminal(
      PrintWriter out, PrintWriter err, boolean interactive, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.interactive = interactive;
    this.environment = Map.copyOf(environment);
  }

  /**
   * The terminal, files or pipes of this process.
   *
   * @return writes in the encoding of the locale
   */
  public static Terminal ofProcess() {
    Map<String, String> environment = System.getenv();
    Charset charset = isUtf8(environment) ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII;
    return new Terminal(
        writer(FileDescriptor.out, charset),
        writer(FileDescriptor.err, charset),
        hasConsole(),
        environment);
  }

  private static boolean hasConsole() {
    // Newer JDKs may have a console for a pipe too; the property keeps them to the old way.
    System.setProperty("jdk.console", "java.base");
    return Optional.ofNullable(System.console()).isPresent();
  }

  private static PrintWriter writer(FileDescriptor file, Charset charset) {
    var stream = new FileOutputStream(file);
    return new PrintWriter(new BufferedWriter(new OutputStreamWriter(stream, charset)), true);
  }

  /**
   * The writer of what was asked for.
   *
   * @return flushes each line
   */
  public PrintWriter out() {
    return out;
  }

  /**
   * The writer of everything else.
   *
   * @return flushes each line
   */
  public PrintWriter err() {
    return err;
  }

  /**
   * Whether a person looks at a screen on which lines can be written again.
   *
   * @return false when the output goes to a file or a pipe, or the terminal is a dumb one
   */
  public boolean isLive() {
    return interactive && !"dumb".equals(environment.getOrDefault("TERM", "dumb"));
  }

  /**
   * Whether to write in colors.
   *
   * @return false when it isn't {@link #isLive()} or the variable {@code NO_COLOR} isn't empty
   */
  public boolean hasColors() {
    return isLive() && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /**
   * Whether characters beyond ASCII come out as they are.
   *
   * @return true when the locale's encoding is UTF-8
   */
  public boolean hasUnicode() {
    return isUtf8(environment);
  }

  /**
   * Whether exceptions are shown with their stack traces.
   *
   * @return true when the variable {@code SWITCHGEAR_TRACE} is 1
   */
  public boolean showsTraces() {
    return "1".equals(environment.get("SWITCHGEAR_TRACE"));
  }

  /** Writes out what is held back. */
  public void flush() {
    out.flush();
    err.flush();
  }

  /** The first of these variables that isn't empty decides, as POSIX says. */
  private static boolean isUtf8(Map<String, String> environment) {
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String locale = environment.getOrDefault(name, "");
      if (!locale.isEmpty()) {
        String encoding = locale.replace("-", "");
        return encoding.regionMatches(true, encoding.indexOf('.') + 1, "utf8", 0, 4);
      }
    }
    return false;
  }
}
