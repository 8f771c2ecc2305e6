// SPDX-License-Identifier: Apache-2.0
package io.switchgear.cli;

import io.switchgear.lab.stub.StubBehavior;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code switchgear stub} that say what it does to requests. */
final class StubFlags {
  @Option(
      names = "--limit",
      paramLabel = "RATE",
      description = "Answers 429 beyond this rate of a key, such as 200/min. Default: none.")
  private @Nullable String limit;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "How the limit counts: fixedWindow or tokenBucket. Default: fixedWindow.")
  private @Nullable String algorithm;

  @Option(
      names = "--burst",
      paramLabel = "N",
      description = "What the token bucket holds. Default: the requests of the limit.")
  private @Nullable String burst;

  @Option(
      names = "--key-header",
      paramLabel = "NAME",
      description = "The header that names the key. Default: X-Api-Key.")
  private @Nullable String keyHeader;

  @Option(
      names = "--no-retry-after",
      description = "Leaves Retry-After out of the 429s. Default: it is there.")
  private boolean noRetryAfter;

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      description = "How long answers take, such as 50ms or 50ms-200ms. Default: 0.")
  private @Nullable String latency;

  @Option(
      names = "--error-rate",
      paramLabel = "SHARE",
      description = "The share of requests that fail, such as 10%%. Default: 0%%.")
  private @Nullable String errorRate;

  @Option(
      names = "--error-status",
      paramLabel = "N",
      description = "The status of the failures, 400 to 599. Default: 500.")
  private @Nullable String errorStatus;

  @Option(
      names = "--hang-rate",
      paramLabel = "SHARE",
      description = "The share of requests that are never answered. Default: 0%%.")
  private @Nullable String hangRate;

  @Option(
      names = "--cut-rate",
      paramLabel = "SHARE",
      description = "The share of answers that end in the middle. Default: 0%%.")
  private @Nullable String cutRate;

  @Option(names = "--refuse", description = "Refuses connections. Default: it accepts them.")
  private boolean refuse;

  /**
   * The behavior that the options ask for.
   *
   * @throws CommandFailedException naming the first option that is wrong
   */
  StubBehavior behavior() {
    StubBehavior behavior = StubBehavior.healthy();
    for (Map.Entry<String, String> setting : given().entrySet()) {
      String option = setting.getKey();
      try {
        behavior = behavior.set(settingOf(option), setting.getValue());
      } catch (IllegalArgumentException e) {
        String reason = String.valueOf(e.getMessage()).replace(settingOf(option), option);
        throw new CommandFailedException(reason);
      }
    }
    return behavior;
  }

  /** What was given, by option. */
  private Map<String, String> given() {
    Map<String, @Nullable String> all = new LinkedHashMap<>();
    all.put("--limit", limit);
    all.put("--algorithm", algorithm);
    all.put("--burst", burst);
    all.put("--key-header", keyHeader);
    all.put("--no-retry-after", noRetryAfter ? "false" : null);
    all.put("--latency", latency);
    all.put("--error-rate", errorRate);
    all.put("--error-status", errorStatus);
    all.put("--hang-rate", hangRate);
    all.put("--cut-rate", cutRate);
    all.put("--refuse", refuse ? "true" : null);
    Map<String, String> given = new LinkedHashMap<>();
    all.forEach(
        (option, value) -> {
          if (value != null) {
            given.put(option, value);
          }
        });
    return given;
  }

  /** The name that the stub has for an option: {@code errorRate} for {@code --error-rate}. */
  private static String settingOf(String option) {
    var name = new StringBuilder();
    boolean upper = false;
    for (char c : option.replaceFirst("^--(no-)?", "").toCharArray()) {
      if (c == '-') {
        upper = true;
      } else {
        name.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      }
    }
    return name.toString();
  }
}
