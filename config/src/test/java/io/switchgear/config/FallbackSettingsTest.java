// SPDX-License-Identifier: Apache-2.0
package io.switchgear.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who else may answer, and that they lead nowhere in circles. */
class FallbackSettingsTest {

  @Test
  void failover_full_hasWhatIsWritten() {
    String yaml =
        """
        version: 1
        dependencies:
          openai:
            url: https://openai.example
            fallback:
              - failover:
                  targets:
                    - dependency: azure
                      headers: { set: { Api-Key: abc }, remove: [Authorization, X-Foo] }
                      body:
                        set: { /model: gpt-4o-mini, /n: 1, /s: "1", /a~1b: null }
                        remove: /x
                    - dependency: groq
                  affinity: { header: X-Session }
                  failBackAfter: 1m
                  deadline: 20s
              - none: { message: Try again shortly }
          azure: { url: https://azure.example }
          groq: { url: https://groq.example }
        """;

    FallbackConfig fallback = Parsed.dependency(yaml, "openai").fallback();
    RequestFailoverConfig failover = fallback.failover().orElseThrow();
    FailoverTarget azure = failover.targets().get(0);

    assertThat(fallback).hasToString("failover to [azure, groq], then none");
    assertThat(fallback.message()).contains("Try again shortly");
    assertThat(failover.affinity()).contains(new KeySource.Header("X-Session"));
    assertThat(failover.failBackAfter()).contains(Duration.ofMinutes(1));
    assertThat(failover.deadline()).contains(Duration.ofSeconds(20));
    assertThat(azure.dependency()).isEqualTo("azure");
    assertThat(azure.headers().set()).containsEntry("Api-Key", new Secret("abc"));
    assertThat(azure.headers().remove()).containsExactlyInAnyOrder("Authorization", "X-Foo");
    assertThat(azure.body().set())
        .containsEntry("/model", "\"gpt-4o-mini\"")
        .containsEntry("/n", "1")
        .containsEntry("/s", "\"1\"")
        .containsEntry("/a~1b", "null");
    assertThat(azure.body().remove()).containsExactly("/x");
    assertThat(azure.body()).hasToString("set [/model, /n, /s, /a~1b], remove [/x]");
    assertThat(failover.targets().get(1).headers().set()).isEmpty();
  }

  @Test
  void fallback_withoutSteps_isNone() {
    assertThat(Parsed.dependency("fallback: []\n").fallback()).hasToString("none");
    assertThat(Parsed.dependency("fallback: none\n").fallback().failover()).isEmpty();
    assertThat(Parsed.dependency("throttled: pace\n").fallback().message()).isEmpty();
  }

  @Test
  void failover_toUnknownNamesAndToItself_isRefused_inCirclesIsFine() {
    String yaml =
        """
        version: 1
        dependencies:
          openai: { url: http://a.example, fallback: { failover: { to: [azuer, nobody] } } }
          azure: { url: http://b.example, fallback: { failover: { to: azure } } }
          a: { url: http://c.example, fallback: { failover: { to: [b, azure] } } }
          b: { url: http://d.example, fallback: { failover: { to: [c] } } }
          c: { url: http://e.example, fallback: { failover: { to: [azure, a, b] } } }
        """;

    assertThat(Parsed.errorsOf(yaml))
        .containsExactly(
            "t.yaml:3:65: there is no dependency 'azuer'; did you mean 'azure'?",
            "t.yaml:3:72: there is no dependency 'nobody'; there are: openai, azure, a, b, c",
            "t.yaml:4:63: 'azure' can't fail over to itself");
  }

  @Test
  void wrongFallbacks_areToldTogether() {
    String yaml =
        """
        headers: { set: { Content-Length: s3cret, "a b": 1, X-A: 1, x-a: 2 }, remove: [Host] }
        fallback:
          - none
          - failover: { to: [], targets: [] }
          - failover: { failBackAfter: 1s }
          - failover: { to: [a/b] }
          - park: { ttl: 24h }
          - failovers: { to: erp }
          - maybe
          - { none: { message: "" } }
          - failover: { targets: { dependency: x, body: { set: { model: s3cret, /a: [1] } } } }
        """;

    assertThat(Parsed.errors(yaml))
        .noneMatch(error -> error.contains("s3cret"))
        .containsExactly(
            "t.yaml:5:21: 'set' must not have a header twice; names ignore case",
            "t.yaml:5:23: this header must be a header's name, and none of those by which messages"
                + " are passed",
            "t.yaml:5:47: this header must be a header's name, and none of those by which messages"
                + " are passed",
            "t.yaml:5:83: 'remove' must not have headers by which messages are passed",
            "t.yaml:8:19: 'failover' must have either 'to' or 'targets'",
            "t.yaml:9:19: 'failover' must have either 'to' or 'targets'",
            "t.yaml:9:21: 'failBackAfter' needs an 'affinity', which says what a session is",
            "t.yaml:10:26: 'to' must be 1 to 64 letters, digits, dots, underscores or dashes, and"
                + " neither '.' nor '..', but is 'a/b'",
            "t.yaml:11:9: this version doesn't have 'park' yet",
            "t.yaml:12:9: unknown key 'failovers'; did you mean 'failover'?",
            "t.yaml:13:9: 'fallback' must be none or a mapping with one step, but is 'maybe'",
            "t.yaml:14:28: 'message' must be a sentence of up to 300 characters on one line, but is"
                + " ''",
            "t.yaml:15:44: there is no dependency 'x'; there are: erp",
            "t.yaml:15:62: this field must be a JSON pointer such as /user/id",
            "t.yaml:15:81: '/a' must be a text, a number, true, false or null, but is a list");
  }

  @Test
  void steps_inWrongOrder_areRefused() {
    assertThat(Parsed.errors("fallback: [none, none: { message: a }]\n"))
        .containsExactly("t.yaml:5:15: 'fallback' must have nothing behind 'none'");
  }
}
