// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.replay;

import io.switchgear.config.DependencyConfig;
import io.switchgear.core.Assessment;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.TransportError;
import io.switchgear.lab.log.LoggedCall.Ending;
import io.switchgear.lab.log.LoggedCall.Result;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads results by the profile of their dependency, each kind of result once. */
final class Readings {
  private final Map<Kind, Assessment> known = new HashMap<>();

  Assessment of(DependencyConfig dependency, Result result) {
    return known.computeIfAbsent(
        new Kind(dependency, result.ending(), result.status()), Readings::read);
  }

  private static Assessment read(Kind kind) {
    return kind.ending() == Ending.ANSWERED
        ? kind.dependency().verdicts().assess(new StatusAlone(kind.status()))
        : kind.dependency().verdicts().read(error(kind.ending())).forOthers();
  }

  private static TransportError error(Ending ending) {
    return switch (ending) {
      case NOT_SENT -> TransportError.NOT_SENT;
      case ANSWERED, NO_ANSWER -> TransportError.NO_ANSWER;
      case CUT -> TransportError.STREAM_CUT;
      case CANCELED -> TransportError.CANCELED;
    };
  }

  private record Kind(DependencyConfig dependency, Ending ending, int status) {}

  /** Logs have neither headers nor bodies. */
  private record StatusAlone(int status) implements ResponseHead {
    @Override
    public Optional<String> header(String name) {
      return Optional.empty();
    }
  }
}
