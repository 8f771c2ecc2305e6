// SPDX-License-Identifier: Apache-2.0
package io.switchgear.lab.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings as values and as text. */
class StubBehaviorTest {
  private static final StubBehavior HEALTHY = StubBehavior.healthy();

  @Test
  void healthy_hasNoFaults() {
    assertThat(HEALTHY)
        .hasToString(
            "{\"limit\":\"none\",\"algorithm\":\"fixedWindow\",\"keyHeader\":\"X-Api-Key\","
                + "\"retryAfter\":true,\"latency\":\"0s\",\"errorRate\":\"0%\","
                + "\"errorStatus\":500,\"hangRate\":\"0%\",\"cutRate\":\"0%\",\"refuse\":false}");
  }

  @ParameterizedTest
  @CsvSource({
    "limit, 200/min",
    "limit, 10/s",
    "limit, 100/5m",
    "limit, 1000/d",
    "limit, none",
    "algorithm, tokenBucket",
    "burst, 20",
    "keyHeader, Tenant",
    "retryAfter, false",
    "latency, 90s",
    "latency, 50ms-2s",
    "errorRate, 12.5%",
    "errorRate, 100%",
    "errorStatus, 503",
    "hangRate, 1%",
    "cutRate, 0.1%",
    "refuse, true"
  })
  void set_text_isTheTextShown(String key, String value) {
    JsonObject shown = new JsonObject(HEALTHY.set(key, value).toString());

    assertThat(shown.getValue(key)).hasToString(value);
  }

  @ParameterizedTest
  @CsvSource({"0, 0s", "0s, 0s", "0-200ms, 0s-200ms"})
  void set_latencyOfZero_needsNoUnit(String value, String shown) {
    StubBehavior slow = HEALTHY.latency(Duration.ofSeconds(1));

    assertThat(new JsonObject(slow.set("latency", value).toString()).getString("latency"))
        .isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "limt | 1/s | unknown key 'limt'; did you mean 'limit'?",
        "limit | 200 | 'limit' must be a rate such as 200/min or 10/s, or none, but is '200'",
        "limit | 5/week | 'limit' must be a rate such as 200/min or 10/s, or none, but is '5/week'",
        "limit | 0/s | 'limit' must be from 1 to 1000000, but is 0",
        "limit | 5000/ms | 'limit' must be at most one request a microsecond",
        "algorithm | leaky | 'algorithm' must be fixedWindow or tokenBucket, but is 'leaky'",
        "burst | 0 | 'burst' must be from 1 to 1000000, but is 0",
        "burst | x | 'burst' must be a whole number, but is 'x'",
        "keyHeader | X Y | 'keyHeader' must be the name of a header",
        "retryAfter | yes | 'retryAfter' must be true or false, but is 'yes'",
        "latency | 2s-1s | 'latency' must go from the least to the most, but goes from 2s to 1s",
        "latency | 2d | 'latency' must be from 0s to 1d, but is PT48H",
        "errorRate | 101% | 'errorRate' must be from 0% to 100%, but is '101%'",
        "errorRate | 0.1 | 'errorRate' must be a share such as 5%, but is '0.1'",
        "errorStatus | 200 | 'errorStatus' must be from 400 to 599, but is 200"
      })
  void set_wrong_saysWhatIsRight(String key, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HEALTHY.set(key, value))
        .withMessage(message);
  }

  @Test
  void set_keepsEverythingElse() {
    StubBehavior limited =
        HEALTHY
            .limit(new StubRate(200, Duration.ofMinutes(1)))
            .algorithm(StubAlgorithm.TOKEN_BUCKET)
            .burst(7)
            .latency(Duration.ofMillis(5));

    StubBehavior changed = limited.set("limit", "600/min").set("errorRate", "5%");

    JsonObject expected =
        new JsonObject(limited.toString()).put("limit", "600/min").put("errorRate", "5%");
    assertThat(new JsonObject(changed.toString())).isEqualTo(expected);
    assertThat(limited.limit()).hasValue(new StubRate(200, Duration.ofMinutes(1)));
  }
}
