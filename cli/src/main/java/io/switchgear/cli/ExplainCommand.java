// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.cli.console.Terminal;
import io.switchgear.config.ConfigException;
import io.switchgear.config.Nearest;
import io.switchgear.config.SwitchgearConfig;
import io.switchgear.http.HttpProfile;
import io.switchgear.http.HttpReading;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseSample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code switchgear explain}: says what a profile makes of an answer. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says what a profile makes of an answer: which row matched, the verdict, whom it concerns,"
          + " whether to call again and when, and what a circuit does with it. '--profile list'"
          + " shows the names.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  switchgear explain --profile list",
      "  switchgear explain --profile anthropic --status 400 --body answer.json",
      "  switchgear explain --profile github --status 403 \\",
      "      --header 'x-ratelimit-remaining: 0' --header 'Retry-After: 60'",
      "  switchgear explain --profile my-erp --config gear.yaml --status 429",
      "  switchgear explain --profile openai --event error --body event.json"
    })
final class ExplainCommand implements Callable<Integer> {
  /** What {@code --profile} takes in place of a name. */
  private static final String LIST = "list";

  private final Terminal terminal;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      required = true,
      description = "The profile, or 'list' for all names. No default.")
  private String profile = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings with profiles of their own, as YAML. Default: only ours.")
  private @Nullable Path config;

  @Option(
      names = "--status",
      paramLabel = "N",
      description = "The status of the answer, from 100 to 999. Default: none.")
  private @Nullable Integer status;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description = "A header of the answer; may be repeated. Default: none.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--body",
      paramLabel = "FILE",
      description =
          "The body of the answer, or the data of the event, of which 64 KiB are read. Default:"
              + " none.")
  private @Nullable Path body;

  @Option(
      names = "--event",
      paramLabel = "NAME",
      description = "An event of a stream in place of an answer; '' has no name. Default: none.")
  private @Nullable String event;

  @Option(
      names = "--transport",
      paramLabel = "KIND",
      description =
          "A call without an answer: notSent, noAnswer, streamCut or canceled. Default: none.")
  private @Nullable String transport;

  @Mixin private FormatFlag format = new FormatFlag();

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    format.check();
    Map<String, HttpProfile> own = ownProfiles();
    if (profile.equals(LIST)) {
      list(own);
      return 0;
    }
    HttpVerdicts verdicts = HttpVerdicts.of(find(own));
    HttpReading reading =
        new ExplainedResult(status, headers, event, transport).read(verdicts, bytes());
    Explanation explanation = new Explanation(profile, reading);
    terminal.out().print(format.isJson() ? explanation.json() : explanation.text());
    return 0;
  }

  private Map<String, HttpProfile> ownProfiles() {
    try {
      return config == null ? Map.of() : SwitchgearConfig.load(config).profiles();
    } catch (ConfigException e) {
      throw CommandFailedException.of(e);
    }
  }

  private void list(Map<String, HttpProfile> own) {
    Set<String> names = all(own).keySet();
    String text = format.isJson() ? Explanation.json(names) : String.join("\n", names) + "\n";
    terminal.out().print(text);
  }

  private static Map<String, String> all(Map<String, HttpProfile> own) {
    Map<String, String> names = new TreeMap<>();
    HttpProfile.builtInNames().forEach(name -> names.put(name, name));
    own.keySet().forEach(name -> names.put(name, name));
    return names;
  }

  private HttpProfile find(Map<String, HttpProfile> own) {
    HttpProfile mine = own.get(profile);
    if (mine != null) {
      return mine;
    }
    if (!HttpProfile.builtInNames().contains(profile)) {
      String hint =
          Nearest.to(profile, all(own).keySet())
              .map("; did you mean '%s'?"::formatted)
              .orElse("; '--profile list' shows them");
      throw new CommandFailedException("there is no profile '" + profile + "'" + hint);
    }
    return HttpProfile.builtIn(profile);
  }

  /** The body, and one byte more if there is more than is read of it; null without one. */
  private byte @Nullable [] bytes() {
    if (body == null) {
      return null;
    }
    try (InputStream in = Files.newInputStream(body)) {
      return in.readNBytes(ResponseSample.MAX_BYTES + 1);
    } catch (IOException e) {
      throw new CommandFailedException(body + ": " + reason(body, e));
    }
  }

  private static String reason(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "the file can't be read: permission denied";
    }
    return Files.isDirectory(file)
        ? "this is a directory, not a file"
        : "the file can't be read: " + e.getMessage();
  }
}
