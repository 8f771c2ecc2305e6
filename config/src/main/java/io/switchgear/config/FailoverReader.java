// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads who else may answer. That each target is there is checked when all of them are known. */
final class FailoverReader {
  private static final int MAX_TARGETS = 10;

  private static final Kind<String> DEPENDENCY_NAME = new MentionKind();

  private static final Key<List<String>> TO =
      Key.of(
          "to",
          new ListKind<>(DEPENDENCY_NAME, "dependencies", 1, MAX_TARGETS),
          "dependencies that are asked with the request as it is");

  private static final Key<String> DEPENDENCY =
      Key.of("dependency", DEPENDENCY_NAME, "the dependency that is asked").required();

  private static final Key<HeaderChanges> HEADERS =
      Key.of("headers", ChangesReader.HEADERS, "what is changed of the headers for this target")
          .standardWords("nothing");

  private static final Key<BodyChanges> BODY =
      Key.of(
              "body",
              ChangesReader.BODY,
              "what is changed of a JSON body for this target; it must fit `replayBody`")
          .standardWords("nothing");

  private static final Key<List<FailoverTarget>> TARGETS =
      Key.of(
          "targets",
          new ListKind<>(
              new SectionKind("target", Keys.of(DEPENDENCY, HEADERS, BODY))
                  .to(FailoverReader::target),
              "targets",
              1,
              MAX_TARGETS),
          "the same with changes for each target; in place of `to`");

  private static final Key<KeySource> AFFINITY =
      Key.of(
              "affinity",
              KeyReader.SOURCE,
              "where a call carries its session, as for `key`; a session stays with the target that"
                  + " has answered it")
          .standardWords("each call begins with the dependency itself");

  private static final Key<Duration> FAIL_BACK_AFTER =
      Key.of(
              "failBackAfter",
              Kinds.duration(Kinds.LONGEST),
              "when a session goes back to the dependency itself; needs `affinity`")
          .standardWords("when the other one fails, or after 10 idle minutes");

  private static final Key<Duration> DEADLINE =
      Key.of(
              "deadline",
              Kinds.duration(Kinds.LONGEST),
              "how long a call may take over all targets, each of which may take its equal share of"
                  + " what is left")
          .standardWords("as `timeout.total`");

  static final Kind<RequestFailoverConfig> KIND =
      new SectionKind("failover", Keys.of(TO, TARGETS, AFFINITY, FAIL_BACK_AFTER, DEADLINE))
          .to(FailoverReader::read);

  private FailoverReader() {}

  private static Optional<FailoverTarget> target(Section section) {
    HeaderChanges headers = section.get(HEADERS).orElse(HeaderChanges.NONE);
    BodyChanges body = section.get(BODY).orElse(BodyChanges.NONE);
    return section.get(DEPENDENCY).map(name -> new FailoverTarget(name, headers, body));
  }

  private static Optional<RequestFailoverConfig> read(Section section) {
    Optional<KeySource> affinity = section.get(AFFINITY);
    Optional<Duration> failBackAfter = section.get(FAIL_BACK_AFTER);
    Optional<Duration> deadline = section.get(DEADLINE);
    if (section.setting(AFFINITY).isEmpty()) {
      section.refuse(FAIL_BACK_AFTER, "needs an 'affinity', which says what a session is");
    }
    return targets(section)
        .map(targets -> new RequestFailoverConfig(targets, affinity, failBackAfter, deadline));
  }

  private static Optional<List<FailoverTarget>> targets(Section section) {
    if (section.setting(TO).isPresent() == section.setting(TARGETS).isPresent()) {
      section.problem("'failover' must have either 'to' or 'targets'");
      return Optional.empty();
    }
    Optional<List<FailoverTarget>> plain =
        section
            .get(TO)
            .map(
                names ->
                    names.stream()
                        .map(it -> new FailoverTarget(it, HeaderChanges.NONE, BodyChanges.NONE))
                        .toList());
    Optional<List<FailoverTarget>> targets = plain.or(() -> section.get(TARGETS));
    Set<String> names = new HashSet<>();
    if (targets.stream().flatMap(List::stream).anyMatch(it -> !names.add(it.dependency()))) {
      section.problem("'failover' must not have a dependency twice");
    }
    return targets;
  }
}
