// SPDX-License-Identifier: Apache-2.0
package io.switchgear.gateway.proxy;

import io.switchgear.core.Assessment;
import io.switchgear.core.Repeat;
import io.switchgear.core.Verdict;
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
    return verdicts.read(head).forRequests();
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
