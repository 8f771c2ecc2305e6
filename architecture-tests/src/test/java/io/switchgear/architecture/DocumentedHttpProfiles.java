// SPDX-License-Identifier: Apache-2.0
package io.switchgear.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.switchgear.circuitbreaker.CircuitBreaker;
import io.switchgear.http.HttpProfile;
import io.switchgear.http.HttpReading;
import io.switchgear.http.HttpRow;
import io.switchgear.http.HttpVerdicts;
import io.switchgear.http.ResponseHead;
import io.switchgear.http.ResponseSample;
import io.switchgear.http.Scope;
import io.switchgear.http.ValueMatch;
import java.time.ZoneOffset;
import java.util.Optional;

/** The code that the guide to HTTP profiles shows. */
final class DocumentedHttpProfiles {
  private DocumentedHttpProfiles() {}

  static CircuitBreaker breaker() {
    HttpVerdicts verdicts = HttpVerdicts.profile("openai");
    CircuitBreaker breaker = CircuitBreaker.named("llm").verdicts(verdicts).build();
    return breaker;
  }

  static HttpReading reading(
      HttpVerdicts verdicts, ResponseHead head, byte[] first64KiB, boolean truncated) {
    HttpReading reading =
        verdicts.looksAtBody(head)
            ? verdicts.read(ResponseSample.of(head, first64KiB, truncated))
            : verdicts.read(head);
    return reading;
  }

  static boolean over(HttpVerdicts verdicts, String event, String data) {
    Optional<HttpReading> failed = verdicts.readEvent(event, data);
    boolean complete = verdicts.isStreamEnd(event, data);
    return complete || failed.isPresent();
  }

  static HttpProfile own() {
    HttpProfile erp =
        HttpProfile.named("my-erp")
            .row(
                HttpRow.named("daily-quota")
                    .status(429)
                    .code("/error/code", ValueMatch.is("DAILY_QUOTA"))
                    .hold()
                    .scope(Scope.TENANT)
                    .waitUntilMidnight(ZoneOffset.UTC))
            .extending(HttpProfile.builtIn("http"));
    return erp;
  }

  static void test(HttpProfile erp, ResponseHead head) {
    ResponseSample answer =
        ResponseSample.of(head, "{\"error\":{\"code\":\"DAILY_QUOTA\"}}".getBytes(UTF_8), false);
    assertThat(HttpVerdicts.of(erp).read(answer).rule()).isEqualTo("daily-quota");
    assertThat(HttpVerdicts.of(erp).assess(answer).isHold()).isTrue();
  }
}
