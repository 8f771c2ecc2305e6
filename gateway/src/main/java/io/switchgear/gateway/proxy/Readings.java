// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
import io.switchgear.http.HttpReading;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;

/** What the ends of attempts say about a dependency, to its circuits and to retries. */
final class Readings {
  private final HttpVerdicts verdicts;

  Readings(HttpVerdicts verdicts) {
    this.verdicts = verdicts;
  }

  HttpVerdicts verdicts() {
    return verdicts;
  }

  Assessment read(ResponseHead head) {
    Assessment plain = verdicts.assess(head);
    return plain.verdict() == Verdict.SUCCESS ? plain : of(verdicts.read(head));
  }

  /** What concerns this call alone is kept for the retry, while the circuit doesn't count it. */
  static Assessment of(HttpReading reading) {
    Repeat repeat =
        switch (reading.retryable()) {
          // Whether it may be made twice is the client's to say, not the dependency's.
          case YES -> Repeat.USEFUL;
          case IDEMPOTENT_ONLY -> Repeat.BY_VERDICT;
          case NO -> Repeat.USELESS;
        };
    Assessment said = reading.forOthers().repeat(repeat);
    return reading.notBefore().map(said::retryAfter).orElse(said);
  }

  Assessment read(CallError kind, Throwable error) {
    return switch (kind) {
      case CLIENT_TIMEOUT, BODY_TOO_LONG -> Assessment.of(Verdict.IGNORED).repeat(Repeat.USELESS);
      case NO_CONNECTION_FREE -> Assessment.of(Verdict.IGNORED).repeat(Repeat.UNSEEN);
      // The dependency never saw the call.
      case CONNECT, CONNECT_TIMEOUT -> verdicts.assess(error).repeat(Repeat.UNSEEN);
      default -> verdicts.assess(error);
    };
  }
}
