// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.lab.log.CallLog;
import io.switchgear.lab.log.LogOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.Optional;

/** The real logs that are replayed, each with where it is from. */
enum Series {
  APACHE(
      "apache-combined-10000.log",
      "10,000 lines of a web site over 4 days, in Apache's combined format, which has no durations."
          + " Clients are renumbered and referrers dropped.",
      "elastic/examples, Apache License 2.0"),
  FOOD_COOP(
      "upptime-FoodCoopX.csv",
      "48 targets that were probed every few minutes for 209 days; kept are the changes of their"
          + " states and a sample a day.",
      "the history of FoodCoopX/upptime, Open Database License (ODbL) 1.0"),
  DH_BERN(
      "upptime-DHBern.csv",
      "54 targets over 213 days, probed as above, with bursts in which all fail together: then it"
          + " was the network of the one who probed.",
      "the history of DHBern/upptime_digitaleditions, Open Database License (ODbL) 1.0"),
  LEPTON(
      "llm-lepton_70b.csv",
      "150 calls to a host of a language model: 20 good ones, then 130 that were throttled. The"
          + " source has no times, so the calls are laid end to end.",
      "ray-project/llmperf-leaderboard, Apache License 2.0"),
  GROQ(
      "llm-groq_70b.csv",
      "150 calls to a host of a language model, laid end to end, as the source has no times.",
      "ray-project/llmperf-leaderboard, Apache License 2.0"),
  PERPLEXITY(
      "llm-perplexity_70b.csv",
      "150 calls to a host of a language model, laid end to end, as the source has no times.",
      "ray-project/llmperf-leaderboard, Apache License 2.0");

  /** Hours between calls need cool-downs of hours to show anything. */
  private static final String PROBES = "consecutiveFailures=1,2,3,5;coolDown=1h,6h,1d";

  private final String file;
  private final String what;
  private final String source;

  Series(String file, String what, String source) {
    this.file = file;
    this.what = what;
    this.source = source;
  }

  String file() {
    return file;
  }

  String what() {
    return what;
  }

  String source() {
    return source;
  }

  /** Other thresholds to compare with than the usual ones. */
  Optional<String> grid() {
    return this == FOOD_COOP || this == DH_BERN ? Optional.of(PROBES) : Optional.empty();
  }

  /** The page about it. */
  String page() {
    return file.replaceFirst("\\.\\w+$", "") + ".md";
  }

  /** A copy of the log in a folder. */
  CallLog log(Path folder) throws IOException {
    Path copy = folder.resolve(file + ".gz");
    try (InputStream in = Series.class.getResourceAsStream(file + ".gz")) {
      Files.copy(Objects.requireNonNull(in, file), copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return CallLog.of(copy, LogOptions.automatic());
  }
}
