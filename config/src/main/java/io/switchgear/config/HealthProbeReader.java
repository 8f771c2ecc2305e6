// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import io.switchgear.core.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads how a dependency is asked for its health. */
final class HealthProbeReader {
  private static final Key<String> METHOD =
      Key.of(
              "method",
              new ChoiceKind<>(
                  new TreeMap<>(Map.of("GET", "GET", "HEAD", "HEAD", "OPTIONS", "OPTIONS"))),
              "the method of the request")
          .standard("GET");

  private static final Key<String> PATH =
      Key.of(
              "path",
              Kinds.text(
                  "a path such as /health, with a query if need be",
                  "path",
                  Pattern.compile("/(?:[!-\"$-~])*")),
              "its path, behind that of `url`")
          .required();

  private static final Key<Duration> INTERVAL =
      Key.of(
              "interval",
              Kinds.duration(Kinds.LONGEST),
              "the time from one answer to the next question; the first one comes right after the"
                  + " trip")
          .standard("5s");

  private static final Key<Duration> TIMEOUT =
      Key.of(
              "timeout",
              Kinds.duration(Kinds.LONGEST),
              "how long the answer may take, the connection included")
          .standard("2s");

  private static final Key<List<Verdict>> VERDICTS =
      Key.of(
              "verdicts",
              new ListKind<>(Kinds.oneOf(Verdict.values()), "verdicts", 1, Verdict.values().length),
              "how the profile must read the answer; with `ignored`, a 401 or 404 will do as a sign"
                  + " of life")
          .standard("success");

  /** A health probe. */
  static final Kind<HealthProbeConfig> KIND =
      new SectionKind("healthProbe", Keys.of(METHOD, PATH, INTERVAL, TIMEOUT, VERDICTS))
          .to(HealthProbeReader::probe);

  private HealthProbeReader() {}

  private static Optional<HealthProbeConfig> probe(Section section) {
    String method = section.get(METHOD).orElse("GET");
    Duration interval = section.get(INTERVAL).orElse(Duration.ofSeconds(5));
    Duration timeout = section.get(TIMEOUT).orElse(Duration.ofSeconds(2));
    List<Verdict> verdicts = section.get(VERDICTS).orElse(List.of(Verdict.SUCCESS));
    return section
        .get(PATH)
        .map(path -> new HealthProbeConfig(method, path, interval, timeout, Set.copyOf(verdicts)));
  }
}
